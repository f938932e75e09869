import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { bundlePage, launchServer } from '../browser/chromium.ts';

/** One Chromium for all test files, and the page that they load the library with. */
export async function setup(project: TestProject) {
  const server = await launchServer();
  project.provide('chromium', server?.wsEndpoint() ?? '');
  if (!server) return undefined;
  const folder = await bundlePage();
  project.provide('libraryPage', folder);
  return async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  };
}
