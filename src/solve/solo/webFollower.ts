// One of the workers that WebFollowers starts in a browser.
import { type CrewWork, follow } from '../general/crew.ts';

self.addEventListener('message', ({ data }: MessageEvent<CrewWork>) => follow(data));
self.postMessage('ready');
