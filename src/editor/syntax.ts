import '../design/syntax.css'
import { yamlLanguage } from '@codemirror/lang-yaml'
import { syntaxTree } from '@codemirror/language'
import { RangeSetBuilder } from '@codemirror/state'
import type { DecorationSet, EditorView, ViewUpdate } from '@codemirror/view'
import { Decoration, ViewPlugin } from '@codemirror/view'
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight'

const STRING = 'syntax-string'

/** Classes of src/design/syntax.css, by the tokens of the YAML and JSON parsers. */
export const highlighter = tagHighlighter([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], class: 'syntax-key' },
  { tag: [tags.string, tags.special(tags.string), tags.content], class: STRING },
  { tag: tags.number, class: 'syntax-number' },
  { tag: [tags.bool, tags.null, tags.keyword], class: 'syntax-constant' },
  { tag: [tags.comment, tags.meta], class: 'syntax-comment' },
  { tag: [tags.separator, tags.punctuation, tags.bracket], class: 'syntax-punctuation' },
  { tag: tags.invalid, class: 'syntax-invalid' },
])

const NUMBER = /^[-+]?(\d+(\.\d*)?([eE][-+]?\d+)?|\.\d+|0x[\da-fA-F]+|0o?[0-7]+)$/
/** Booleans and null in YAML 1.1, which the API server reads. */
const CONSTANT = /^(true|false|yes|no|on|off|y|n|null|~)$/i

/** The class of a value without quotes. The YAML parser does not distinguish numbers, booleans and texts. */
export function plainClass(value: string): string {
  if (NUMBER.test(value)) return 'syntax-number'
  return CONSTANT.test(value) ? 'syntax-constant' : STRING
}

/** A part of a line of code; the class is empty for text without a colour. */
export interface Piece {
  readonly text: string
  readonly classes: string
}

/** The lines of a YAML text in coloured parts. */
export function colouredLines(text: string): readonly (readonly Piece[])[] {
  const lines: Piece[][] = [[]]
  const put = (part: string, classes: string): void =>
    void lines.at(-1)?.push({ text: part, classes: classes === STRING ? plainClass(part) : classes })
  highlightCode(text, yamlLanguage.parser.parse(text), highlighter, put, () => lines.push([]))
  return lines
}

function plainValues(view: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges)
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        if (node.name !== 'Literal' || node.matchContext(['Key'])) return
        const classes = plainClass(view.state.sliceDoc(node.from, node.to))
        if (classes !== STRING) found.add(node.from, node.to, Decoration.mark({ class: classes }))
      },
    })
  return found.finish()
}

const changed = ({ docChanged, viewportChanged, startState, state }: ViewUpdate): boolean =>
  docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state)

/** Colours the numbers, booleans and nulls of YAML in the editor. */
export const plainValueColours = ViewPlugin.define(
  (view) => ({
    decorations: plainValues(view),
    update(update: ViewUpdate) {
      if (changed(update)) this.decorations = plainValues(update.view)
    },
  }),
  { decorations: ({ decorations }) => decorations },
)
