import { MARK, OUTPUT_MARK } from '../docs/marks.ts'

/** The options of both plugins. */
export interface TabplaneOptions {
  /** The address of the app's folder: `https://tabplane.example/`. */
  readonly app: string
  /** The attribute `cluster` or the id of a cluster of the page, for every block. Default: the first cluster, or a new one. */
  readonly cluster?: string
}

/** The class of runnable blocks, which `enhance` finds. */
export const CLASS = 'tabplane'

/** Whether the words after a block's language mark it as runnable. Expected outputs stay plain text. */
export function isRunnable(meta: string | null | undefined): boolean {
  const words = (meta ?? '').split(/\s+/)
  return words.includes(MARK) && !words.includes(OUTPUT_MARK)
}

/** The attributes of the script that makes the blocks of a page runnable. */
export const scriptProperties = ({ app, cluster }: TabplaneOptions): Record<string, string | boolean> => ({
  async: true,
  src: new URL('embed.js', app).href,
  dataEnhance: `.${CLASS}`,
  ...(cluster !== undefined && { dataCluster: cluster }),
})
