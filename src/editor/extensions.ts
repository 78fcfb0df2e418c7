import {
  type CompletionSource,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import type { Language, LanguageSupport } from '@codemirror/language'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language'
import { linter, lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import { EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
  rectangularSelection,
} from '@codemirror/view'
import type { ObjectRef } from '../client/object-ref.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { EditorDocument } from '../contracts/documents.ts'
import type { SchemaSources } from './completion.ts'
import { completionSource } from './completion.ts'
import { diagnose } from './diagnostics.ts'
import { fieldHover } from './hover.ts'
import { colours, theme } from './theme.ts'

/** The pause after a change before diagnostics are computed, in milliseconds. */
const CHECK_DELAY = 500

export interface EditorOptions {
  readonly cluster: ClusterHandle
  readonly knowledge: SchemaSources
  readonly language: EditorDocument['language']
  /** The accessible name of the editor. */
  readonly label: string
  namespace(): string
  /** The live object that the document edits. */
  replaced(): ObjectRef | undefined
  /** The field manager that the document is applied as. */
  manager(): string | undefined
  changed(text: string): void
  /** Called after each update of the editor, for example when the cursor moves or the text changes. */
  moved(state: EditorState): void
  apply(options: { dryRun: boolean }): void
}

/**
 * Characters that the library does not make visible. They reorder text, so code of another person could look different
 * from what it does.
 */
const REORDERING = /[\u202a-\u202c\u2068]/g

const editing: Extension = [
  history(),
  rectangularSelection(),
  EditorState.allowMultipleSelections.of(true),
  EditorState.tabSize.of(2),
  indentUnit.of('  '),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  theme,
]

const numbers: Extension = [
  highlightSpecialChars({ addSpecialChars: REORDERING }),
  lineNumbers(),
  highlightActiveLineGutter(),
]

const gutters: Extension = [foldGutter(), lintGutter()]

const selections: Extension = [drawSelection(), highlightActiveLine(), highlightSelectionMatches()]

/**
 * Extensions that are added to a new editor one after the other, each in a separate task, because each takes a phone up
 * to 50 ms.
 */
export const laterExtensions = (options: EditorOptions): readonly Extension[] => [
  numbers,
  gutters,
  selections,
  options.language === 'typescript' ? [] : LANGUAGES[options.language](),
  completionAndMarks(options),
  colours,
]

/** The languages whose grammar loads with the editor. When the editor adds one, the parser reads the text. */
const LANGUAGES = { yaml, json } satisfies Partial<Record<EditorDocument['language'], () => LanguageSupport>>

/** The parser of a language whose grammar loads with the editor. */
export const parserOf = (language: keyof typeof LANGUAGES): Language['parser'] => LANGUAGES[language]().language.parser

function completionAndMarks({ cluster, knowledge, language, namespace, replaced, manager }: EditorOptions): Extension {
  return [
    // Only YAML has completion: its position finder needs indentation, and few people write JSON by hand.
    language === 'yaml'
      ? [
          autocompletion({ override: [completionSource(knowledge, namespace)] }),
          fieldHover(knowledge),
          placeholder('Type a kind, or press Ctrl+Space for whole objects to fill in'),
        ]
      : autocompletion(),
    language === 'typescript'
      ? handlerSupport(cluster, knowledge)
      : linter(diagnose({ cluster, knowledge, namespace, replaced, manager }), { delay: CHECK_DELAY }),
  ]
}

/** The extensions that a new editor has at once. */
export function firstExtensions({ label, changed, moved, apply }: EditorOptions): Extension {
  const action = (dryRun: boolean) => () => {
    apply({ dryRun })
    return true
  }
  return [
    editing,
    EditorView.updateListener.of((update) => {
      if (update.docChanged) changed(update.state.doc.toString())
      moved(update.state)
    }),
    // Contenteditable elements are focusable anyway. The attribute is for accessibility checkers that expect it.
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    keymap.of([
      { key: 'Mod-s', run: action(false), preventDefault: true },
      { key: 'Mod-Shift-s', run: action(true), preventDefault: true },
      // With these bindings Tab indents. The library's way to leave the editor is Escape, then Tab.
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
  ]
}

/**
 * Completion and marks for handlers, beside the completion and marks of the language itself. Their code is loaded with the first
 * handler.
 */
function handlerSupport(cluster: EditorOptions['cluster'], knowledge: EditorOptions['knowledge']): Extension {
  const load = () => import('./handler-diagnostics.ts')
  const autocomplete: CompletionSource = async (context) =>
    (await load()).handlerCompletionSource(cluster, knowledge)(context)
  return [
    EditorState.languageData.of(() => [{ autocomplete }]),
    linter(async (view) => (await load()).handlerDiagnostics(view, cluster, knowledge), { delay: CHECK_DELAY }),
  ]
}
