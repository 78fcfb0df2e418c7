import { ANY_JSON } from '../client.ts'
import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { stringifyJson } from '../../../worker/codec/encode.ts'
import type { Command } from '../command.ts'
import { objectFormats, printFlags } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { parseDuration } from '../duration.ts'
import { Failure, faultText, UsageError } from '../failure.ts'
import { typedResource } from '../generators/generator.ts'
import { array, duration, text } from '../flags.ts'
import { nameOf } from '../printers/output.ts'
import type { Session } from '../session.ts'
import { typedPrinter } from '../typed-objects.ts'

/** Kinds of objects that a token can be bound to. */
const BINDABLE = ['Pod', 'Secret']

export const createToken = {
  name: 'token',
  summary: 'Request a service account token',
  usage: 'create token SERVICE_ACCOUNT_NAME',
  examples: [['Request a token for a service account of the namespace', '{cli} create token myapp']],
  flags: [
    array('audience', 'Audience of the requested token; repeat it for several.'),
    text('bound-object-kind', 'Kind of an object to bind the token to: Pod, Secret.'),
    text('bound-object-name', 'Name of an object to bind the token to.'),
    text('bound-object-uid', 'UID of an object to bind the token to.'),
    duration('duration', 'Requested lifetime of the issued token; by default the server decides.', {
      fallback: '0s',
    }),
    ...printFlags,
  ],
  run,
} satisfies Command

async function run(session: Session): Promise<void> {
  const { args, flags, host, cli } = session
  const seconds = durationSeconds(session)
  const [name] = args
  if (name === undefined || args.length > 1)
    throw new UsageError(
      `exactly one NAME is required, got ${args.length}`,
      `See '${cli} create token -h' for help and examples`,
    )
  await session.namespace()
  await session.connection()
  const printer = await typedPrinter(host, flags, objectFormats)
  if (name === '') throw new Failure('service account name is required')
  if (seconds < 0) throw new Failure('--duration must be greater than or equal to 0')
  if (!Number.isInteger(seconds)) throw new Failure('--duration cannot be expressed in units less than seconds')
  if (flags.list('audience').includes('')) throw new Failure('--audience must not be an empty string')
  const boundObjectRef = boundObject(session)
  const request = {
    kind: 'TokenRequest',
    apiVersion: host.dialect.spell('authentication.{domain}/v1'),
    metadata: { creationTimestamp: null },
    spec: {
      audiences: flags.given('audience') ? flags.list('audience') : null,
      expirationSeconds: seconds > 0 ? seconds : null,
      boundObjectRef,
    },
  }
  const answer = await send(session, name, request)
  // A template without `-o` prints the token; kubectl looks for the flag `-o`.
  if (flags.given('output')) {
    if (printer === undefined) return host.stdout(`${nameOf(answer)} created\n`)
    return printer(answer, (printed) => host.stdout(printed))
  }
  const token = isObject(answer.status) ? answer.status.token : undefined
  if (typeof token !== 'string' || token === '')
    throw new Failure('failed to create token: no token in server response')
  host.stdout(token)
}

async function send(session: Session, name: string, request: JsonObject): Promise<ApiObject> {
  const client = await session.client()
  try {
    return await client.json({
      accept: ANY_JSON,
      method: 'POST',
      path: `${resourcePath(typedResource({ apiVersion: 'v1', kind: 'ServiceAccount' }), await session.namespace(), name)}/token`,
      body: stringifyJson(request),
    })
  } catch (error) {
    throw new Failure(`failed to create token: ${faultText(error)}`)
  }
}

function durationSeconds({ flags, cli }: Session): number {
  const written = flags.text('duration')
  // A number needs a unit, except 0.
  const unitless = /^-?\d+$/.test(written) ? undefined : parseDuration(written)
  const milliseconds = /^[+-]?0$/.test(written) ? 0 : unitless
  if (milliseconds === undefined)
    throw new UsageError(
      `invalid argument ${JSON.stringify(written)} for "--duration" flag: time: invalid duration ${JSON.stringify(written)}`,
      `See '${cli} create token --help' for usage.`,
    )
  return milliseconds / 1000
}

function boundObject({ flags }: Session): JsonObject | null {
  const [kind, name, uid] = ['kind', 'name', 'uid'].map((part) => flags.text(`bound-object-${part}`))
  if (kind === '') {
    if (name !== '') throw new Failure('--bound-object-name can only be set if --bound-object-kind is provided')
    if (uid !== '') throw new Failure('--bound-object-uid can only be set if --bound-object-kind is provided')
    return null
  }
  if (!BINDABLE.includes(kind ?? ''))
    throw new Failure(`supported --bound-object-kind values are ${BINDABLE.join(', ')}`)
  if (name === '') throw new Failure('--bound-object-name is required if --bound-object-kind is provided')
  return { kind, apiVersion: 'v1', name, ...(uid === '' ? {} : { uid }) }
}
