import { formatRoute } from './route.ts'
import type { Embed } from './embed.ts'

/**
 * The query that `parseEmbed` reads. In a separate file, because the page parses its query when it starts, and needs this code
 * only later.
 */
export function formatEmbed({ panes, theme, dialect, example, place }: Embed): string {
  let query = `?panes=${panes.join(',')}`
  if (theme !== 'system') query += `&theme=${theme}`
  if (dialect !== 'svc') query += `&dialect=${dialect}`
  if (example !== '') query += `&example=${encodeURIComponent(example)}`
  return query + formatRoute({ place }).replace('?', '&')
}
