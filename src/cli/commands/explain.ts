import { formatGroupVersion } from '../../../worker/api/group-version.ts'
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
 * Resolves a path such as `deploy.spec.replicas` to a type and a field. Names of types may contain dots:
 * `deployments.apps.spec`.
 */
async function resolvePath(session: Session, path: string): Promise<Explained> {
  const version = session.flags.text('api-version').replace(/^\//, '')
  const discovery = await session.discovery()
  const parts = partsOf(path, version)
  const [comma] = /[,\]]/.exec(path) ?? []
  if (comma !== undefined && !path.includes('['))
    throw new Failure(`unrecognized character in action: U+${comma === ',' ? '002C' : '005D'} '${comma}'`)
  if (path.includes('[')) throw new Failure('invalid jsonpath syntax, first node must be field node')
  if (parts.every((part) => part === '')) throw new Failure('a resource must be present, got: /, Resource=')
  if (parts[0] === '') throw new Failure('invalid jsonpath syntax, first node must be field node')
  if (version !== '' && parts.includes('')) throw new Failure('invalid jsonpath syntax, all nodes must be field nodes')
  if (parts.includes('')) throw new Failure('invalid jsonpath syntax, first node must be field node')
  if (version.split('/').length > 2) throw new Failure(`unexpected GroupVersion string: ${version}`)
  const found = version === '' ? prefixOf(parts, discovery.types) : undefined
  if (found !== undefined) return found
  try {
    const type = await session.type(parts[0] ?? '')
    // kubectl accepts two dots, as in `pods..spec`, only after the full name of a type, which `prefixOf` finds.
    if (parts.length < wordsOf(path).length) throw new Failure('invalid jsonpath syntax, first node must be field node')
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
    return { type: known ?? type, fields: parts.slice(1) }
  } catch (error) {
    if (!(error instanceof NoSuchType)) throw error
    // kubectl prints this error without `error: ` before it.
    session.host.stderr(`${error.message}\n`)
    throw new Exit(1)
  }
}

/** The first type whose name and group are the beginning of the path. kubectl ignores the rest of the last matched word. */
function prefixOf(parts: readonly string[], types: readonly ResourceType[]): Explained | undefined {
  const path = parts.join('.')
  const type = types.find((each) => each.resource === parts[0] && path.startsWith(groupResource(each)))
  return type && { type, fields: path.slice(groupResource(type).length).split('.').slice(1) }
}

const wordsOf = (path: string): string[] => path.replace(/\.$/, '').split('.')

/** The parts of a path between its dots. Without a version, kubectl ignores one extra dot after the name of the type. */
function partsOf(path: string, version: string): string[] {
  const parts = wordsOf(path)
  const [name = '', next, ...rest] = parts
  return version === '' && name !== '' && next === '' ? [name, ...rest] : parts
}
