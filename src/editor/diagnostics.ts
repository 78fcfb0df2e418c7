import type { Action, Diagnostic } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import type { ApiObject } from '../../worker/api/object.ts'
import { finishWithPauses } from '../../worker/runtime/steps.ts'
import { errorMessage } from '../client/api-error.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { SchemaSources } from './completion.ts'
import type { ParsedDocument } from './documents.ts'
import { documentSteps } from './documents.ts'
import type { OpenApiTypes } from './openapi.ts'
import type { Fault } from './schema-faults.ts'
import { scenarioFaults } from './scenario-faults.ts'
import { isScenario } from './scenario-type.ts'
import { schemaFaults } from './schema-faults.ts'
import { slices } from './slices.ts'
import { serverFaults } from './server-faults.ts'

/** The maximum number of dry runs for one file. Its further documents are checked only against the schema. */
const DRY_RUNS = 20

interface DiagnosedEditor {
  readonly cluster: ClusterHandle
  readonly knowledge: SchemaSources
  namespace(): string
  /** The live object that the document is an edit of. */
  replaced(): ObjectRef | undefined
  /** The field manager that the document is applied as. */
  manager(): string | undefined
}

/** The diagnostics of the editor: syntax errors; without those, the errors of a dry run and the other schema errors. */
export function diagnose({ cluster, knowledge, namespace, replaced, manager }: DiagnosedEditor) {
  const { types, discovery } = knowledge
  return async (view: EditorView): Promise<Diagnostic[]> => {
    const documents = await finishWithPauses(documentSteps(view.state.doc.toString()), slices())
    const syntax = documents.flatMap(({ errors }) =>
      errors.map((e) => ({ ...e, severity: 'error' as const, source: 'YAML' })),
    )
    if (syntax.length > 0) return syntax
    const objects = documents.filter(isObject)
    if (objects.some(({ value }) => isScenario(value))) return scenarioFaults(view.state.doc)
    const made = new Set(
      objects.filter(({ value }) => value.kind === 'Namespace').map(({ value }) => value.metadata?.name ?? ''),
    )
    const remoteFaults = async (object: ApiObject): Promise<Fault[] | undefined> =>
      serverFaults(object, {
        cluster,
        discovery: await discovery(),
        namespace: namespace(),
        made,
        replaced: replaced(),
        manager: manager(),
      }).catch((error: unknown) => [unchecked(error)])
    const marks: Diagnostic[] = []
    for (const [i, document] of objects.entries()) {
      const remote = i < DRY_RUNS && isNamed(document) ? await remoteFaults(document.value) : undefined
      // The server validated every field. The schema of a large group, 1 MB, would not add an error.
      if (remote?.length === 0) continue
      const found = await localFaults(document, types)
      const local = found.map((f) => mark(document, f, 'schema'))
      // For some types, the server reports only the first error. The schema adds errors at other positions.
      const fromServer = (remote ?? []).map((f) => mark(document, { ...f, hint: hintFor(f, found) }, 'server'))
      marks.push(...fromServer, ...local.filter((one) => fromServer.every((other) => other.from !== one.from)))
    }
    return marks
  }
}

/** The one fault of a document whose dry run failed, for example without a connection. */
const unchecked = (error: unknown): Fault => ({
  path: ['kind'],
  atKey: false,
  severity: 'warning',
  message: `This could not be checked: ${errorMessage(error)}`,
})

interface ObjectDocument extends ParsedDocument {
  readonly value: ApiObject
}

const isObject = (document: ParsedDocument): document is ObjectDocument =>
  typeof document.value === 'object' && document.value !== null && !Array.isArray(document.value)

/** Whether the document has an apiVersion and a kind; without them no dry run is possible. */
const isNamed = ({ value }: ObjectDocument): boolean =>
  typeof value.apiVersion === 'string' && typeof value.kind === 'string'

async function localFaults({ value }: ObjectDocument, types: OpenApiTypes): Promise<Fault[]> {
  const missing = (['apiVersion', 'kind'] as const).filter((key) => typeof value[key] !== 'string' || value[key] === '')
  if (missing.length > 0) {
    const message = `Every document needs ${missing.map((key) => `"${key}"`).join(' and ')}.`
    return [{ path: Object.keys(value).slice(0, 1), atKey: true, severity: 'error', message }]
  }
  const type = await types.type(value.apiVersion ?? '', value.kind ?? '')
  return type === undefined ? [] : schemaFaults(value, type)
}

/** A proposal for the mistyped name of a field. The server proposes none, but the schema error of the same field does. */
const hintFor = ({ path }: Fault, local: readonly Fault[]): string =>
  local.find((one) => one.path.join('/') === path.join('/'))?.hint ?? ''

function mark(document: ParsedDocument, fault: Fault, source: string): Diagnostic {
  const { path, atKey, severity, citation, hint = '' } = fault
  const message = hint === '' ? fault.message : `${hint} ${fault.message}`
  return { ...document.range(path, atKey), severity, message, source, actions: actionsOf(citation) }
}

/** A button that opens the rule in the reference. */
function actionsOf(citation: string | undefined): Action[] {
  if (citation === undefined) return []
  const address = `./reference.html#${citation.replace(' ', '-')}`
  return [{ name: `Reference: ${citation}`, apply: () => void open(address, '_blank', 'noopener') }]
}
