import { keep, readKept } from '../kept.ts';

/** Short sounds, synthesized: there is no file to load. The visitor can switch them off. */

export type Sound = 'turn' | 'news' | 'over';

interface Tone {
  readonly hertz: number;
  /** Seconds from now. */
  readonly at: number;
}

const sounds: Readonly<Record<Sound, readonly Tone[]>> = {
  turn: [
    { hertz: 523.25, at: 0 },
    { hertz: 659.25, at: 0.09 },
  ],
  news: [{ hertz: 587.33, at: 0 }],
  over: [
    { hertz: 659.25, at: 0 },
    { hertz: 523.25, at: 0.14 },
    { hertz: 392, at: 0.28 },
  ],
};

const TONE_SECONDS = 0.22;
const VOLUME = 0.12;
const KEY = 'metatb-sound';

let context: AudioContext | undefined;
/** Tones that have not ended. */
let playing = 0;

export function isSoundOn(): boolean {
  return readKept(KEY) !== 'off';
}

export function turnSound(on: boolean): void {
  keep(KEY, on ? undefined : 'off');
}

export function play(sound: Sound): void {
  // Browsers allow sound only after the visitor has interacted with the page.
  if (!isSoundOn() || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  for (const { hertz, at } of sounds[sound]) playTone(context, hertz, context.currentTime + at);
}

function playTone(context: AudioContext, hertz: number, from: number): void {
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(VOLUME, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + TONE_SECONDS);
  tone.connect(volume).connect(context.destination);
  tone.start(from);
  tone.stop(from + TONE_SECONDS);
  playing++;
  tone.addEventListener('ended', () => {
    // A context that runs keeps the device's sound on, and two threads awake.
    if (--playing === 0) void context.suspend();
  });
}
