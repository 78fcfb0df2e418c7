import type { AppliedObject, TabplaneClusterElement } from '../contracts/embed-api.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/** The element of a cluster, by its attribute `cluster` or its id. For an empty name, the first element of the page. */
export function clusterNamed(name: string): TabplaneClusterElement | undefined {
  const all = [...document.querySelectorAll('tabplane-cluster')] as TabplaneClusterElement[]
  return name === '' ? all[0] : all.find((one) => one.getAttribute('cluster') === name || one.id === name)
}

/** The buttons whose action is running. Another click on such a button does nothing. */
const pressed = new WeakSet<HTMLElement>()

/**
 * Answers a click on `<button data-tabplane="shop" data-run="kubectl get pods">` or `data-apply="#manifest"`. The output is
 * written to the element that `data-output` selects, else to an `<output>` after the button.
 */
export async function pressBlock(button: HTMLElement): Promise<void> {
  if (pressed.has(button)) return
  const { tabplane = '', run, apply } = button.dataset
  await showResult(button, async () => {
    const cluster = clusterNamed(tabplane)
    if (cluster === undefined) throw new Error(`This page has no cluster ${tabplane}`)
    if (run !== undefined) return runLine(cluster, run)
    const source = apply === undefined ? null : document.querySelector(apply)
    if (source === null) throw new Error(`The button names no text to apply: ${apply ?? 'data-apply is missing'}`)
    return applyText(cluster, source instanceof HTMLTextAreaElement ? source.value : (source.textContent ?? ''))
  })
}

/** Shows the text that an action returns, or its error, beside a button. */
export async function showResult(button: HTMLElement, act: () => Promise<string>): Promise<void> {
  const output = outputOf(button)
  pressed.add(button)
  button.setAttribute('aria-busy', 'true')
  try {
    output.textContent = await act()
  } catch (error) {
    output.textContent = errorMessage(error)
  } finally {
    pressed.delete(button)
    button.removeAttribute('aria-busy')
  }
}

export async function runLine(cluster: TabplaneClusterElement, line: string): Promise<string> {
  const { stdout, stderr } = await cluster.run(line)
  return stdout + stderr
}

export async function applyText(cluster: TabplaneClusterElement, text: string): Promise<string> {
  const applied = await cluster.apply(text)
  return applied.map(({ object, outcome }: AppliedObject) => `${object} ${outcome}\n`).join('')
}

const outputs = new WeakMap<HTMLElement, HTMLElement>()

function outputOf(button: HTMLElement): HTMLElement {
  const { output: selector } = button.dataset
  const named = selector === undefined ? null : document.querySelector<HTMLElement>(selector)
  const known = named ?? outputs.get(button)
  if (known?.isConnected) return known
  // Screen readers announce changes of an output.
  const made = document.createElement('output')
  made.className = 'tabplane-result'
  made.style.cssText = 'display:block;overflow:auto;font-family:monospace;white-space:pre'
  button.after(made)
  outputs.set(button, made)
  return made
}
