/** What a thread of the server does with uploads. */
export { checkUpload } from './checkUpload.ts';
