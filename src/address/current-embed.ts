import { parseEmbed } from './embed.ts'

/** What this page is embedded as; undefined where it is the app itself. */
export const embed = 'location' in globalThis ? parseEmbed(location.search) : undefined
