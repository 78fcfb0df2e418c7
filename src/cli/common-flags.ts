// Flags that several commands share.

import { boolean, integer, list, text } from './flags.ts'

/** The flag `--filename`. `what` ends the sentence of its help. */
export const filenameFlag = (what: string) =>
  list('filename', `Filename, directory or URL to files ${what}.`, { short: 'f', completes: 'manifest' })

/** The flag `--recursive`, with its default. */
export const recursiveFlag = (recursive: 'true' | 'false' = 'false') =>
  boolean('recursive', 'Process the directory given with -f recursively.', { short: 'R', fallback: recursive })

export const filenameFlags = (what: string) => [
  filenameFlag(what),
  text('kustomize', 'A kustomization directory. Not combinable with -f or -R.', { short: 'k', completes: 'file' }),
  recursiveFlag(),
]

export const selectorFlag = text(
  'selector',
  "Selector (label query) to filter on; supports '=', '==', '!=', 'in' and 'notin'.",
  { short: 'l' },
)

export const fieldSelectorFlag = text(
  'field-selector',
  "Selector (field query) to filter on; supports '=', '==' and '!='.",
)

export const allNamespacesFlag = boolean('all-namespaces', 'List in all namespaces.', { short: 'A', fallback: 'false' })

export const dryRunFlag = text(
  'dry-run',
  'Must be "none", "server" or "client". client: only print what would be sent; server: send it without storing it.',
  { fallback: 'none', bare: 'unchanged', choices: ['none', 'server', 'client'] },
)

export const fieldManagerFlag = (name: string) =>
  text('field-manager', 'Name of the manager used to track field ownership.', { fallback: name })

export const chunkSizeFlag = integer(
  'chunk-size',
  'Return large lists in chunks rather than all at once. 0 turns it off.',
  { fallback: '500' },
)

export const validateFlag = text(
  'validate',
  'Must be "strict" (or true), "warn" or "ignore" (or false): how the server treats unknown and repeated fields.',
  { fallback: 'strict', bare: 'strict', choices: ['strict', 'warn', 'ignore'] },
)

export const outputFlag = (formats: readonly string[]) =>
  text('output', `Output format. One of: (${formats.join(', ')}).`, {
    short: 'o',
    choices: formats,
  })

export const templateFlags = [
  text('template', 'Template string or file to use with -o=go-template, -o=go-template-file and jsonpath.'),
  boolean('allow-missing-template-keys', 'If true, ignore errors of absent fields and map keys in templates.', {
    fallback: 'true',
  }),
  boolean('show-managed-fields', 'If true, keep the managedFields when printing objects in JSON or YAML.', {
    fallback: 'false',
  }),
]

/** The values of `-o` that print whole objects or parts of them, but no tables. */
export const objectFormats = [
  'json',
  'yaml',
  'name',
  'go-template',
  'go-template-file',
  'template',
  'templatefile',
  'jsonpath',
  'jsonpath-as-json',
  'jsonpath-file',
] as const

export const printFlags = [outputFlag(objectFormats), ...templateFlags]
