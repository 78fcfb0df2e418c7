import type { TabplaneClusterElement } from '../contracts/embed-api.ts'
import { applyText, clusterNamed, runLine, showResult } from './page-blocks.ts'

export interface EnhanceOptions {
  /** The attribute `cluster` or the id of a cluster; by default the first of the page. */
  readonly cluster?: string
}

const APPLIED: readonly string[] = ['yaml', 'yml', 'json']
const RUN: readonly string[] = ['sh', 'bash', 'shell', 'console', 'shell-session']

const enhanced = new WeakSet<Element>()

/**
 * Adds a button to each code block: Apply for `language-yaml`, Run for `language-sh`. A page without a cluster receives
 * one after the first block that the reader runs.
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

/** The lines as they are shown: Docusaurus separates them by `<br>`, which the text content of the element lacks. */
const textOf = (code: Element): string => (code instanceof HTMLElement ? code.innerText : (code.textContent ?? ''))

/**
 * Generators write the class at the block, at an element around it (Sphinx: `highlight-yaml`), or as `data-lang` (Hugo) and
 * `data-language` (Shiki).
 */
function languageOf(code: Element): string {
  const holder = code.closest(
    '[class*="lang-"], [class*="language-"], [class*="highlight-"], [data-lang], [data-language]',
  )
  const named = /(?:^|\s)(?:lang|language|highlight)-([\w-]+)/.exec(holder?.className ?? '')?.[1]
  const own = holder?.getAttribute('data-lang') ?? holder?.getAttribute('data-language')
  return (own ?? named ?? '').toLowerCase()
}

/** The commands of a block: the lines with a prompt when it has any, else all. */
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
