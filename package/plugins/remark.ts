/**
 * `tabplane/remark`: makes the marked code blocks of Markdown pages runnable. For Docusaurus, Astro, Next and others with remark.
 *
 * @packageDocumentation
 */
import type { TabplaneOptions } from './block-kind.ts'
import { CLASS, isRunnable, scriptProperties } from './block-kind.ts'

export type { TabplaneOptions }

/** The parts of an mdast tree that the plugin reads and writes. */
export interface MarkdownNode {
  type: string
  lang?: string | null
  meta?: string | null
  children?: MarkdownNode[]
  data?: { hName?: string; hProperties?: Record<string, unknown> }
}

/**
 * Gives each block ` ```yaml tabplane ` the class `tabplane`, and a page that has one the script of the app at its end. Without
 * the script, readers see the plain block.
 * @throws TypeError when `app` cannot be read as an address
 */
export function remarkTabplane(options: TabplaneOptions): (tree: MarkdownNode) => void {
  const properties = scriptProperties(options)
  return (tree) => {
    if (!mark(tree)) return
    const script = { type: 'tabplaneScript', data: { hName: 'script', hProperties: properties }, children: [] }
    ;(tree.children ??= []).push(script)
  }
}

/** Returns whether the tree has a runnable block. */
function mark(node: MarkdownNode): boolean {
  let found = false
  if (node.type === 'code' && isRunnable(node.meta)) {
    const properties = { ...node.data?.hProperties, className: [`language-${node.lang ?? ''}`, CLASS] }
    node.data = { ...node.data, hProperties: properties }
    found = true
  }
  for (const child of node.children ?? []) found = mark(child) || found
  return found
}
