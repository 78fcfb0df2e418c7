// Converts the Markdown of docs/reference to HTML: headings, paragraphs, numbered rules, tables, and code
// without empty lines. Any other block throws an error, so that no text is missing on the site.

interface Rule {
  number: string
  text: string
}

/** The HTML of a page of docs/reference. @param page the page's name, which prefixes the ids of its rules: `watch-4` */
export function referenceHtml(page: string, source: string): string {
  const blocks = source.trim().split(/\n{2,}/)
  return blocks.map((block) => blockHtml(page, block)).join('\n')
}

function blockHtml(page: string, block: string): string {
  const heading = /^(#{1,2}) (.+)$/.exec(block)
  if (heading) {
    const [, marks = '', text = ''] = heading
    // The only h1 is the title of the site, so headings move down one level.
    const level = marks.length + 1
    const [, number] = /^(\d+)\. /.exec(text) ?? []
    const id = number === undefined ? '' : ` id="${page}-${number}"`
    return `<h${level}${id}>${inlineHtml(text)}</h${level}>`
  }
  if (/^\d+\. /.test(block)) return rulesHtml(page, block)
  if (block.startsWith('|')) return tableHtml(block)
  const code = /^```\w*\n(.*)\n```$/s.exec(block)
  if (code) return codeHtml(code[1] ?? '')
  if (/^([#>-]|\*|```| {4})/.test(block)) throw new Error(`${page}.md: a block that the site cannot show: ${block}`)
  return `<p>${inlineHtml(block)}</p>`
}

function rulesHtml(page: string, block: string): string {
  const rules: Rule[] = []
  for (const line of block.split('\n')) {
    const start = /^(\d+)\. (.*)$/.exec(line)
    const last = rules.at(-1)
    if (start) rules.push({ number: start[1] ?? '', text: start[2] ?? '' })
    else if (last) last.text += ` ${line.trim()}`
  }
  const items = rules.map(({ number, text }) => {
    const id = `${page}-${number}`
    const link = `<a class="number" href="#${id}" aria-label="Rule ${number}">${number}</a>`
    return `<li id="${id}">${link}<p>${inlineHtml(text)}</p></li>`
  })
  // The numbers are links, so the list shows no markers. `role` keeps it a list for screen readers.
  return `<ol role="list">\n${items.join('\n')}\n</ol>`
}

function tableHtml(block: string): string {
  const [head = [], , ...rows] = block.split('\n').map(cellsOf)
  const columns = head.map((cell) => `<th scope="col">${inlineHtml(cell)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${inlineHtml(cell)}</td>`).join('')}</tr>`)
  // `tabindex` lets keyboard users scroll a wide table.
  return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${columns}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

/** A block of code; `tabindex` lets keyboard users scroll its long lines. */
const codeHtml = (text: string): string =>
  `<pre class="table" tabindex="0" role="group" aria-label="Example"><code>${escapeHtml(text)}</code></pre>`

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())

const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** The HTML of a text without blocks. It separates code spans first, because their text must not become links. */
export function inlineHtml(text: string): string {
  return text
    .replace(/\n/g, ' ')
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith('`') ? `<code>${escapeHtml(part.slice(1, -1))}</code>` : linksHtml(part)))
    .join('')
}

/** Converts `[list](list.md) 7` to a link to rule 7 of that page. The link text includes the number. */
const linksHtml = (text: string): string =>
  escapeHtml(text).replace(
    /\[([^\]]+)\]\(([\w-]+)\.md\)(?: (\d+))?/g,
    (_, label: string, page: string, number?: string) =>
      number === undefined ? `<a href="#${page}">${label}</a>` : `<a href="#${page}-${number}">${label} ${number}</a>`,
  )
