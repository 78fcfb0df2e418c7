/** `embed-kit.js`: the part of `embed.js` that loads beside the first frame, or when a block of the page is used. */
import './tabplane-output.ts'

export { FrameSession } from './frame-session.ts'
export { enhance } from './enhanced-code.ts'
export { enhancePage } from './enhanced-page.ts'
export { pressBlock } from './page-blocks.ts'
