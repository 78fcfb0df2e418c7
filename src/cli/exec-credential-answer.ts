import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject, objectOrEmpty, stringOrEmpty } from '../../worker/api/json.ts'
import { typeMetaFault, typeMetaOf } from '../../worker/api/type-meta.ts'
import { readJson } from '../../worker/codec/json-reader.ts'
import { readYaml } from '../../worker/codec/yaml-reader.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'
import { canonicalTime } from '../../worker/schema/times.ts'
import { Failure } from './failure.ts'
import { goStructs, goTypeFault, type GoTypes } from './go-types.ts'

/** The status in the output of a credential plugin, of which every member has its type. */
export interface ExecStatus {
  readonly token?: string
  readonly clientCertificateData?: string
  readonly clientKeyData?: string
}

const typesOf = (version: string): GoTypes => ({
  structs: goStructs([
    `${version}.ExecCredential: kind string, apiVersion string, spec ${version}.ExecCredentialSpec, status ${version}.ExecCredentialStatus`,
    `${version}.ExecCredentialSpec: cluster interface {}, interactive bool`,
    `${version}.ExecCredentialStatus: expirationTimestamp string, token string, clientCertificateData string, clientKeyData string`,
  ]),
  texts: [],
  isStrict: false,
})

/**
 * Reads the output of a credential plugin, JSON or YAML. A member without a version counts as one of the client's own type.
 * @throws Failure with the reason that kubectl gives after `getting credentials: `
 */
export async function readExecStatus(text: string, wanted: string): Promise<ExecStatus> {
  const document = await parsed(text)
  const fault = typeMetaFault(document)
  if (fault !== undefined) throw undecoded(fault)
  const answer = objectOrEmpty(document)
  const { kind, apiVersion } = typeMetaOf(answer)
  const [group = '', version = '', ...more] = (apiVersion || `${wanted.split('/')[0]}/__internal`).split('/')
  if (more.length > 0) throw undecoded(`unexpected GroupVersion string: ${apiVersion}`)
  const given = version === '' ? group : `${group}/${version}`
  if (!['', 'ExecCredential'].includes(kind) || !isVersion(given, wanted))
    throw undecoded(
      `no kind ${JSON.stringify(kind || 'ExecCredential')} is registered for version ${JSON.stringify(given)} in scheme "pkg/client/auth/exec/exec.go:62"`,
    )
  const wrong = goTypeFault(typesOf(version), `${version}.ExecCredential`, answer) ?? timeFault(answer.status)
  if (wrong !== undefined) throw undecoded(wrong)
  if (given !== wanted)
    throw new Failure(`exec plugin is configured to use API version ${wanted}, plugin returned version ${given}`)
  if (!isObject(answer.status)) throw new Failure("exec plugin didn't return a status field")
  return answer.status
}

const undecoded = (why: string): Failure => new Failure(`decoding stdout: ${why}`)

const isVersion = (given: string, wanted: string): boolean =>
  ['v1', 'v1beta1', '__internal'].some((version) => given === `${wanted.split('/')[0]}/${version}`)

async function parsed(text: string): Promise<Json> {
  const isJson = text.trimStart().startsWith('{')
  try {
    return isJson ? readJson(text).value : (await readYaml(text)).value
  } catch (error) {
    throw undecoded(`${isJson ? "couldn't get version/kind; json parse error: " : ''}${errorMessage(error)}`)
  }
}

function timeFault(status: Json | undefined): string | undefined {
  const { expirationTimestamp } = objectOrEmpty(status) satisfies JsonObject
  const text = stringOrEmpty(expirationTimestamp)
  try {
    if (text !== '') canonicalTime(text)
    return undefined
  } catch (error) {
    return errorMessage(error)
  }
}
