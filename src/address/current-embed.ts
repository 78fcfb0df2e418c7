import { parseEmbed } from './embed.ts'

/** The options of this embed; undefined when the page is the app itself. */
export const embed = 'location' in globalThis ? parseEmbed(location.search) : undefined

/** Whether this embed shows the cluster of another frame of the same page, which lends its worker. */
export const isView = embed !== undefined && new URLSearchParams(location.search).has('view')
