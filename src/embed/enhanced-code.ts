import type { TabplaneClusterElement } from '../contracts/embed-api.ts'
import { applyText, clusterNamed, runLine, showResult } from './page-blocks.ts'

export interface EnhanceOptions {
  /** The attribute `cluster` or the id of a cluster element; by default the first element of the page. */
  readonly cluster?: string
}

const APPLIED: readonly string[] = ['yaml', 'yml', 'json']
const RUN: readonly string[] = ['sh', 'bash', 'shell', 'console', 'shell-session']

const enhanced = new WeakSet<Element>()

/**
 * Adds a button to each code block: Apply for `language-yaml`, Run for `language-sh`. When the page has no cluster, the
 * first block that the reader runs adds one after its button.
 * @returns the number of new buttons
 */
export function enhance(selector: string, { cluster = '' }: EnhanceOptions = {}): number {
  let count = 0
  for (const code of document.querySelectorAll(selector)) {
    const language = languageOf(code)
    const isApplied = APPLIED.includes(language)
    if (enhanced.has(code) || !(isApplied || RUN.includes(language))) continue
    enhanced.add(code)
    count += 1
    const block = code.closest('pre') ?? code
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'tabplane-button'
    button.textContent = isApplied ? 'Apply' : 'Run'
    button.addEventListener('click', () => {
      const text = textOf(code)
      const target = clusterNamed(cluster) ?? newCluster(cluster, button)
      void showResult(button, () => (isApplied ? applyText(target, text) : runLine(target, commandsOf(text))))
    })
    block.after(button)
  }
  return count
}

/** The lines as the page shows them. Docusaurus separates lines by `<br>`, which `textContent` omits. */
const textOf = (code: Element): string => (code instanceof HTMLElement ? code.innerText : (code.textContent ?? ''))

/**
 * The language of a block. Generators write it as a class of the block, as a class of an element around it (Sphinx:
 * `highlight-yaml`), as `data-lang` (Hugo) or as `data-language` (Shiki).
 */
function languageOf(code: Element): string {
  const holder = code.closest(
    '[class*="lang-"], [class*="language-"], [class*="highlight-"], [data-lang], [data-language]',
  )
  const named = /(?:^|\s)(?:lang|language|highlight)-([\w-]+)/.exec(holder?.className ?? '')?.[1]
  const own = holder?.getAttribute('data-lang') ?? holder?.getAttribute('data-language')
  return (own ?? named ?? '').toLowerCase()
}

/** The commands of a block: the lines with a prompt if there are any, else all lines. */
export function commandsOf(text: string): string {
  const lines = text.trim().split('\n')
  const prompted = lines.filter((line) => /^\s*\$ /.test(line)).map((line) => line.replace(/^\s*\$ /, ''))
  return (prompted.length > 0 ? prompted : lines).join('\n')
}

function newCluster(name: string, behind: HTMLElement): TabplaneClusterElement {
  const cluster = document.createElement('tabplane-cluster') as TabplaneClusterElement
  cluster.setAttribute('dialect', 'k8s')
  cluster.setAttribute('panes', 'terminal')
  if (name !== '') cluster.setAttribute('cluster', name)
  behind.after(cluster)
  return cluster
}
