import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';

/** True if a Chromium runs for the tests; {@link launchServer} has warned if not. */
export function hasBrowser(): boolean {
  return inject('chromium') !== '';
}

/** Connects to the Chromium that all test files share. Closing it ends the contexts made here. */
export function connect(): Promise<Browser> {
  return chromium.connect(inject('chromium'));
}
