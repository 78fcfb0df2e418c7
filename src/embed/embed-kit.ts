/** `embed-kit.js`: the part of `embed.js` that loads when a frame says hello. */
export { connectFrame } from './frame-link.ts'
