import type { Pane, ThemeName } from '../address/embed.ts'
import { formatEmbed } from '../address/embed-query.ts'

/** The contents of an embed tag. */
export interface EmbedTagOptions {
  /** The address of the app, without query and fragment. */
  readonly app: string
  readonly title: string
  readonly panes: readonly Pane[]
  readonly theme: ThemeName
  readonly dialect: 'svc' | 'k8s'
  /** In CSS pixels. */
  readonly height: number
  /** The initial content of the cluster: empty, the fragment of a share link, or a manifest to apply. */
  readonly fragment?: string
  readonly manifest?: string
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
/**
 * Escapes the value of an attribute. Names may come from clusters that other people shared, and the tag becomes part of
 * a page.
 */
const escape = (text: string): string => text.replaceAll(/[&"<>]/g, (sign) => SIGNS[sign] ?? sign)

/** Whether a manifest can be written between tags without escapes, because it contains no end tag of its element. */
export const fitsBetweenTags = (manifest: string): boolean => !/<\/script|<!--/i.test(manifest)

/** The element of `embed.js`, and the script tag that loads it. */
export function elementTag({ app, title, panes, theme, dialect, height, fragment, manifest }: EmbedTagOptions): string {
  const attributes: [string, string][] = [
    ['title', title],
    ['panes', panes.join(',')],
    ['height', String(height)],
  ]
  if (theme !== 'system') attributes.push(['theme', theme])
  // A share link contains its own path.
  if (dialect !== 'svc' && fragment === undefined) attributes.push(['dialect', dialect])
  if (fragment !== undefined) attributes.push(['share', fragment])
  const written = attributes.map(([name, value]) => ` ${name}="${escape(value)}"`).join('')
  const inside =
    manifest === undefined ? '' : `\n<script type="application/yaml">\n${manifest.replace(/\n*$/, '\n')}</script>\n`
  const script = `<script async src="${escape(new URL('embed.js', app).href)}"></script>`
  return `${script}\n<tabplane-cluster${written}>${inside}</tabplane-cluster>`
}

/** A plain frame, for pages that allow no scripts. */
export function frameTag({ app, title, panes, theme, dialect, height, fragment = '' }: EmbedTagOptions): string {
  const src = app + formatEmbed({ panes, theme, dialect, example: '' }) + fragment
  return `<iframe title="${escape(title)}" src="${escape(src)}" width="100%" height="${height}" loading="lazy" allow="clipboard-read; clipboard-write" style="border: 0"></iframe>`
}
