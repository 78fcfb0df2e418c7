import { formatGroupVersion } from '../../../worker/api/group-version.ts'
import type { Node } from '../../../worker/api/jsonpath/nodes.ts'
import { parseTemplate } from '../../../worker/api/jsonpath/parser.ts'
import type { Dialect } from '../../../worker/dialect/dialect.ts'
import type { Command } from '../command.ts'
import type { ResourceType } from '../discovery.ts'
import { groupResource, NoSuchType } from '../discovery.ts'
import { explainType } from '../explanation.ts'
import { Exit, Failure } from '../failure.ts'
import { boolean, text } from '../flags.ts'
import type { Host } from '../host.ts'
import { publishedSchema } from '../openapi.ts'
import type { Session } from '../session.ts'
import { errorMessage } from '../../../worker/runtime/error-message.ts'

const OLDER_LAYOUT = 'plaintext-openapiv2'

export const explain = {
  name: 'explain',
  summary: 'Get documentation for a resource',
  description:
    'Describe fields and structure of various resources.\n\n A field is named by its path: <type>.<fieldName>[.<fieldName>]. The texts come from the server.',
  usage: 'explain TYPE [--recursive=FALSE|TRUE] [--api-version=api-version-group]',
  examples: [
    ['Get the documentation of the resource and its fields', '{cli} explain pods'],
    ['Get all the fields in the resource', '{cli} explain pods --recursive'],
    ['Get the documentation of a specific field', '{cli} explain pods.spec.containers'],
  ],
  flags: [
    text('api-version', 'Use given api-version (group/version) of the resource.'),
    text('output', `Format in which to render the schema: plaintext or ${OLDER_LAYOUT}.`, {
      fallback: 'plaintext',
      choices: ['plaintext', OLDER_LAYOUT],
    }),
    boolean('recursive', 'Print the names of all fields without their descriptions.'),
  ],
  run,
} satisfies Command

async function run(session: Session): Promise<undefined> {
  const { args, flags, host } = session
  const [path, ...more] = args
  await session.connection()
  if (path === undefined)
    throw new Failure(
      `You must specify the type of resource to explain. Use "${session.cli} api-resources" for a complete list of supported resources.`,
    )
  if (more.length > 0) throw new Failure('We accept only this format: explain RESOURCE')
  const { type, fields } = await resolvePath(session, path)
  const recursive = flags.boolean('recursive')
  const output = flags.text('output')
  if (output === OLDER_LAYOUT) {
    const { explainV2 } = await import('../explanation-v2.ts')
    host.stdout(await explainV2(session, type, fields, recursive))
    await linkRule(host, type, fields)
    return
  }
  if (output !== 'plaintext') throw new Failure(`unrecognized format: ${output}`)
  const published = await publishedSchema(session, type)
  if (published === undefined)
    throw new Failure(`couldn't find resource for "${formatGroupVersion(type)}, Resource=${type.resource}"`)
  const { head, body } = explainType(type, published, fields, recursive)
  host.stdout(head)
  if (body instanceof Error) throw body
  host.stdout(body)
  await linkRule(host, type, fields)
}

/**
 * Prints a link to the rule about the type or field to standard error, because standard output must equal the output of kubectl.
 */
async function linkRule(host: Host, type: ResourceType, fields: readonly string[]): Promise<void> {
  if (host.referenceUrl === undefined) return
  const { ruleAbout } = await import('../explained-rules.ts')
  const rule = ruleAbout(type, fields, isCustom(type.group, host.dialect))
  if (rule !== undefined) host.stderr(`Reference: ${host.referenceUrl}#${rule.replace(' ', '-')}\n`)
}

/**
 * Whether the group is one of custom resources. The built-in groups have names without a dot, or names in the dialect's
 * domain.
 */
const isCustom = (group: string, { spell }: Dialect): boolean =>
  group.includes('.') && !group.endsWith(`.${spell('{domain}')}`)

interface Explained {
  readonly type: ResourceType
  readonly fields: string[]
}

/**
 * Resolves a path such as `deploy.spec.replicas` to a type and a field. A name of a type may have its group, with dots:
 * `deployments.apps.spec`.
 */
async function resolvePath(session: Session, path: string): Promise<Explained> {
  const version = session.flags.text('api-version').replace(/^\//, '')
  const [first, ...rest] = nodesOf(path)
  if (first?.kind !== 'field') throw new Failure(NO_FIELD)
  if (first.name === '') throw new Failure('a resource must be present, got: /, Resource=')
  const discovery = await session.discovery()
  const found = version === '' ? prefixOf(path, first.name, discovery.types) : undefined
  if (found !== undefined) return found
  try {
    const type = await session.type(first.name)
    const fields = fieldsOf(rest, version === '' ? NO_FIELD : 'invalid jsonpath syntax, all nodes must be field nodes')
    if (version.split('/').length > 2) throw new Failure(`unexpected GroupVersion string: ${version}`)
    const known = discovery.types.find(
      (each) => each.resource === type.resource && formatGroupVersion(each) === version,
    )
    const named = version.includes('/') ? version : `/${version}`
    if (version !== '' && known === undefined) {
      if (session.flags.text('output') === OLDER_LAYOUT)
        throw new Failure(`couldn't find resource for "${named}, Kind=${type.kind}"`)
      if (discovery.types.some((each) => formatGroupVersion(each) === version))
        throw new Failure(`GVR (${named}, Resource=${type.resource}) not found in OpenAPI schema`)
      throw new Failure(`couldn't find resource for "${named}, Resource=${type.resource}"`)
    }
    return { type: known ?? type, fields }
  } catch (error) {
    if (!(error instanceof NoSuchType)) throw error
    // kubectl prints this error without `error: ` before it.
    session.host.stderr(`${error.message}\n`)
    throw new Exit(1)
  }
}

/** The first type whose name and group are the beginning of the path. kubectl ignores the first node after them. */
function prefixOf(path: string, name: string, types: readonly ResourceType[]): Explained | undefined {
  const type = types.find((each) => each.resource === name && path.startsWith(groupResource(each)))
  if (type === undefined) return undefined
  const rest = path.slice(groupResource(type).length)
  return { type, fields: rest === '' ? [] : fieldsOf(nodesOf(rest).slice(1), NO_FIELD) }
}

const NO_FIELD = 'invalid jsonpath syntax, first node must be field node'

/** The nodes of a path, which kubectl reads as JSONPath without its braces and first dot. @throws Failure */
function nodesOf(path: string): readonly Node[] {
  try {
    const [list, ...more] = parseTemplate(`{.${path.replace(/\.$/, '')}}`).nodes
    if (list?.kind === 'list' && more.length === 0) return list.nodes
  } catch (error) {
    throw new Failure(errorMessage(error))
  }
  throw new Failure('must pass in 1 jsonpath string')
}

function fieldsOf(nodes: readonly Node[], fault: string): string[] {
  return nodes.map((node) => {
    if (node.kind !== 'field') throw new Failure(fault)
    return node.name
  })
}
