import { parseEmbed } from './embed.ts'

/** The options of this embed; undefined when the page is the app itself. */
export const embed = 'location' in globalThis ? parseEmbed(location.search) : undefined
