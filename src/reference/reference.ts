import { type Entry, matching, occurrences, wordsOf } from './search.ts'

// The page is complete without this script. The script adds the search, and marks the current page in the list.

function byId(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`reference.html has no element #${id}`)
  return element
}

const input = byId('query') as HTMLInputElement
const count = byId('count')
const none = byId('none')
const sections = [...document.querySelectorAll<HTMLElement>('main > section')]
const pageLinks = [...document.querySelectorAll<HTMLAnchorElement>('nav a')]

const entries: Entry<HTMLElement>[] = sections.flatMap((section) => {
  const title = section.querySelector('h2')?.textContent ?? ''
  const parts = [...section.querySelectorAll<HTMLElement>('ol > li, tbody > tr')]
  return parts.map((place) => ({ place, text: `${title} ${place.textContent}`.toLowerCase() }))
})

function show(query: string): void {
  const words = wordsOf(query)
  const found = matching(entries, words)
  for (const { place } of entries) place.hidden = !found.has(place)
  const filtered = words.length > 0
  for (const section of sections) hideEmptyParts(section, filtered)
  none.hidden = found.size > 0
  count.textContent = filtered ? `${found.size} ${found.size === 1 ? 'rule' : 'rules'}` : ''
  highlight(filtered ? found : new Set(), words)
}

/** During a search, hides headings, introductions and tables without a found rule. */
function hideEmptyParts(section: HTMLElement, filtered: boolean): void {
  const isFound = (element: Element): boolean =>
    element.querySelector('li:not([hidden]), tbody tr:not([hidden])') !== null
  section.hidden = filtered && !isFound(section)
  let heading: HTMLElement | undefined
  for (const child of section.children as HTMLCollectionOf<HTMLElement>) {
    if (child.tagName === 'H3') heading = child
    child.hidden = filtered && child.tagName !== 'H2' && !isFound(child)
    if (filtered && heading !== undefined && !child.hidden) heading.hidden = false
  }
}

function highlight(places: ReadonlySet<HTMLElement>, words: readonly string[]): void {
  if (!('highlights' in CSS)) return
  const ranges = [...places].flatMap((place) => textNodes(place).flatMap((node) => rangesOf(node, words)))
  CSS.highlights.set('found', new Highlight(...ranges))
}

function textNodes(place: HTMLElement): Text[] {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode as Text)
  return nodes
}

function rangesOf(node: Text, words: readonly string[]): Range[] {
  return occurrences(node.data, words).map(([start, end]) => {
    const range = new Range()
    range.setStart(node, start)
    range.setEnd(node, end)
    return range
  })
}

/** Writes the search into the address, so it can be linked to: `reference.html?q=watch`. */
function remember(query: string): void {
  const url = new URL(location.href)
  if (query === '') url.searchParams.delete('q')
  else url.searchParams.set('q', query)
  history.replaceState(null, '', url)
}

input.addEventListener('input', () => {
  show(input.value)
  remember(input.value)
})
addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== input) {
    event.preventDefault()
    input.select()
  } else if (event.key === 'Escape' && input.value !== '') {
    input.value = ''
    show('')
    remember('')
  }
})

// When a link points to a rule that the search hides, the search ends.
addEventListener('hashchange', () => {
  const target = document.getElementById(location.hash.slice(1))
  if (target === null || (!target.hidden && target.closest('[hidden]') === null)) return
  input.value = ''
  show('')
  remember('')
  target.scrollIntoView()
})

/** Marks, in the list, the page that is at the top of the window. */
const visible = new IntersectionObserver(
  (changes) => {
    const shown = changes.find(({ isIntersecting }) => isIntersecting)
    if (shown === undefined) return
    for (const link of pageLinks) {
      if (link.hash === `#${shown.target.id}`) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  },
  { rootMargin: '-80px 0px -85% 0px' },
)
for (const section of sections) visible.observe(section)

input.value = new URLSearchParams(location.search).get('q') ?? ''
if (input.value !== '') show(input.value)
