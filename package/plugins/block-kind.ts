import { MARK, OUTPUT_MARK } from '../docs/marks.ts'

/** The options of `tabplane/remark` and `tabplane/rehype`. */
export interface TabplaneOptions {
  /**
   * The address of the app's folder: `https://tabplane.example/`. The plugin adds the script from there to each page with a
   * marked block. Without `app`, the site loads the script itself, as sites with a router must.
   */
  readonly app?: string
  /** The attribute `cluster` or the id of the `<tabplane-cluster>` in which every block runs. Default: the first cluster, or a new one. */
  readonly cluster?: string
}

/**
 * The class of an element around each runnable block. The block itself cannot have it: a highlighter (Shiki in Astro) replaces
 * the block, and its classes are lost.
 */
export const CLASS = 'tabplane'

/** Whether the words after a block's language mark it as runnable. Expected outputs stay plain text. */
export function isRunnable(meta: string | null | undefined): boolean {
  const words = (meta ?? '').split(/\s+/)
  return words.includes(MARK) && !words.includes(OUTPUT_MARK)
}

/**
 * The attributes of the script that makes the blocks of a page runnable; undefined when the site loads it.
 * @throws TypeError when `app` cannot be read as an address
 */
export const scriptProperties = ({ app, cluster }: TabplaneOptions): Record<string, string | boolean> | undefined =>
  app === undefined
    ? undefined
    : {
        async: true,
        src: new URL('embed.js', app).href,
        dataEnhance: `.${CLASS} pre code`,
        ...(cluster !== undefined && { dataCluster: cluster }),
      }
