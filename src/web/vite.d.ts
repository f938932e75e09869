declare module '*.css';

declare module 'virtual:atlas' {
  export const atlas: import('./tables/shownAtlas.ts').Atlas | undefined;
}
