declare module '*.css';

declare module 'virtual:atlas' {
  export const atlas: import('./tables/atlas.ts').Atlas | undefined;
}
