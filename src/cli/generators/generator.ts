import { ANY_JSON } from '../client.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { changeQuery, dryRunOf, fieldValidation } from '../write-options.ts'
import { reporter } from '../reporter.ts'
import type { Command, Example } from '../command.ts'
import { dryRunFlag, fieldManagerFlag, printFlags, validateFlag } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { Failure, faultText, UsageError } from '../failure.ts'
import { compactOrderedJson } from '../printers/json.ts'
import { typing } from '../typed-objects.ts'
import { parseGroupVersion } from '../../../worker/api/group-version.ts'
import type { Flag } from '../flags.ts'
import { boolean } from '../flags.ts'
import { withTypedLastApplied } from '../last-applied.ts'
import type { Session } from '../session.ts'

/** Generates the object of one `create TYPE NAME`. */
export interface Generator {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly summary: string
  /** The usage after the words of the command: `NAME --image=image`. */
  readonly usage: string
  readonly examples?: readonly Example[]
  readonly flags?: readonly Flag[]
  /** The text before the server's error: `failed to create deployment`. Undefined when only the server's error is printed. */
  readonly failure?: string
  /** Whether the client requires a name. False when only the server refuses an empty one. */
  readonly requiresName?: false
  /** Whether `--save-config` has an effect. False when kubectl accepts the flag and ignores it. */
  readonly savesConfig?: false
  build(session: Session, name: string): ApiObject | Promise<ApiObject>
}

/** The command of a generator; `path` are its words without the client's name. */
export function generatorCommand(generator: Generator, path: string): Command {
  return {
    name: generator.name,
    aliases: generator.aliases,
    summary: generator.summary,
    usage: `${path} ${generator.usage}`,
    examples: generator.examples,
    flags: [
      ...(generator.flags ?? []),
      dryRunFlag,
      fieldManagerFlag('{cli}-create'),
      ...printFlags,
      boolean('save-config', 'If true, the configuration of the object is saved in its annotation.'),
      validateFlag,
    ],
    run: (session) => run(session, generator, path),
  }
}

async function run(session: Session, generator: Generator, path: string): Promise<void> {
  const names =
    session.afterDash === undefined ? session.args : session.args.slice(0, -session.afterDash.length || undefined)
  const [name] = names
  if (name === undefined || names.length > 1)
    throw new UsageError(
      `exactly one NAME is required, got ${names.length}`,
      `See '${session.cli} ${path} -h' for help and examples`,
    )
  await session.connection()
  const dryRun = dryRunOf(session)
  fieldValidation(session.flags.text('validate'))
  const report = await reporter(session, dryRun, { typed: true })
  if (name === '' && generator.requiresName !== false) throw new Failure('name must be specified')
  const built = await generator.build(session, name)
  const object =
    session.flags.boolean('save-config') && generator.savesConfig !== false
      ? await withTypedLastApplied(session, built)
      : built
  if (dryRun === 'client') return report(inGivenNamespace(session, object), 'created')
  const client = await session.client()
  const request = {
    method: 'POST',
    accept: ANY_JSON,
    path: resourcePath(typedResource(object), await session.namespace()),
    query: changeQuery(session, dryRun),
    body: compactOrderedJson((await typing(session.host.dialect))(object)),
  }
  const created = await client.json(request).catch((error: unknown) => {
    throw generator.failure === undefined ? error : new Failure(`${generator.failure} ${faultText(error)}`)
  })
  report(created, 'created')
}

/** The resource of a built-in kind. A typed client needs no discovery for it. */
export function typedResource({ apiVersion = '', kind = '' }: ApiObject) {
  const name = kind.toLowerCase()
  return {
    ...(parseGroupVersion(apiVersion) ?? { group: '', version: '' }),
    resource: name.endsWith('s') ? `${name}es` : `${name}s`,
    namespaced: !CLUSTER_KINDS.has(kind),
  }
}

/** The object of a dry run. It shows the namespace only when the command line names it. */
export function inGivenNamespace(session: Session, object: ApiObject): ApiObject {
  const namespace = session.flags.text('namespace')
  if (namespace === '' || CLUSTER_KINDS.has(object.kind ?? '')) return object
  return { ...object, metadata: { ...object.metadata, namespace } }
}

const CLUSTER_KINDS = new Set(['Namespace', 'ClusterRole', 'ClusterRoleBinding', 'PriorityClass'])

/** Metadata as a typed client writes it before the object is created. */
export const newMetadata = (name: string, labels?: { [key: string]: string }) => ({
  creationTimestamp: null,
  ...(labels === undefined ? {} : { labels }),
  name,
})
