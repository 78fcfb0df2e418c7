import { ensureSyntaxTree } from '@codemirror/language'
import type { Diagnostic } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import type { ClusterHandle } from '../cluster/cluster.ts'
import type { SchemaSources } from './completion.ts'
import { typeSource } from './handler-completion.ts'
import { handlerFaults } from './handler-faults.ts'

export { handlerCompletionSource } from './handler-completion.ts'

const PARSE_MS = 200

/** The diagnostics of a handler; empty when parsing the text takes too long. */
export async function handlerDiagnostics(
  { state }: EditorView,
  cluster: ClusterHandle,
  knowledge: SchemaSources,
): Promise<Diagnostic[]> {
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS)
  if (tree === null) return []
  return [...(await handlerFaults(state.doc.toString(), tree, typeSource(cluster, knowledge)))]
}
