import { syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { highlighter, plainValueColours } from './syntax.ts'

/** Colours and sizes are design tokens of the app, so one theme is enough for light and dark. */
export const theme = EditorView.theme({
  '&': { height: '100%', fontSize: 'var(--size-3)', backgroundColor: 'var(--surface)', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px', fontVariantLigatures: 'none' },
  '.cm-content': { padding: 'var(--space-2) 0', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--text-faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--surface-hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--surface-selected)',
  },
  '.cm-diagnosticText': { whiteSpace: 'pre-line' },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    fontSize: 'var(--size-2)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-fill)',
    color: 'var(--on-accent)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'inherit', opacity: '0.8', marginLeft: 'var(--space-2)' },
  '.cm-completionInfo, .field-card': {
    maxWidth: '420px',
    padding: 'var(--space-2) var(--space-3)',
    whiteSpace: 'pre-wrap',
  },
  '.field-name': { fontFamily: 'var(--mono)', fontWeight: '600' },
  '.field-type': { marginLeft: 'var(--space-2)', color: 'var(--text-muted)' },
  '.field-text': { margin: 'var(--space-1) 0 0' },
  '.cm-owners': { minWidth: '18px', fontSize: 'var(--size-1)', fontWeight: '600', cursor: 'help' },
  '.cm-owners .cm-gutterElement': { padding: '0 3px' },
  '.cm-diagnostic': { fontFamily: 'var(--sans)', padding: 'var(--space-1) var(--space-2)' },
  '.cm-collapsedLines': {
    padding: 'var(--space-1) var(--space-3)',
    background: 'var(--surface-sunken)',
    color: 'var(--text-muted)',
    fontFamily: 'var(--sans)',
    fontSize: 'var(--size-2)',
  },
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '""' },
  '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--success-surface)' },
  '.cm-deletedChunk, .cm-deletedLine': { backgroundColor: 'var(--danger-surface)' },
  // The colours of the syntax have too little contrast there.
  '.cm-deletedChunk .cm-deletedLine *': { background: 'none', color: 'var(--text)' },
})

export const colours = [syntaxHighlighting(highlighter), plainValueColours]
