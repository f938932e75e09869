// A thread of crew.test.ts, in plain JavaScript: workers run no TypeScript. It follows whatever leader it is given.
import { workerData } from 'node:worker_threads';
import { follow } from '../../../dist/src/solve/general/crew.js';

follow(workerData);
