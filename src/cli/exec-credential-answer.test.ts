import { expect, it } from 'vitest'
import { readExecStatus } from './exec-credential-answer.ts'

const VERSION = 'client.authentication.k8s.io/v1'
const read = (text: string) => readExecStatus(text, VERSION)
const typed = (rest: string) => `{"apiVersion":"${VERSION}","kind":"ExecCredential"${rest}}`

it('reads JSON and YAML', async () => {
  expect(await read(typed(',"status":{"token":"a"}'))).toEqual({ token: 'a' })
  expect(await read(`apiVersion: ${VERSION}\nstatus:\n  token: b\n`)).toEqual({ token: 'b' })
})

it.each([
  [
    'hello',
    "decoding stdout: couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type struct {",
  ],
  ['{', "decoding stdout: couldn't get version/kind; json parse error: unexpected end of JSON input"],
  ['a: b: c', 'decoding stdout: yaml: mapping values are not allowed in this context'],
  [
    '',
    `plugin is configured to use API version ${VERSION}, plugin returned version client.authentication.k8s.io/__internal`,
  ],
  ['{"kind":1}', 'json: cannot unmarshal number into Go struct field .kind of type string'],
  ['{"apiVersion":"a/b/c"}', 'decoding stdout: unexpected GroupVersion string: a/b/c'],
  ['{"apiVersion":"v1","kind":"Pod"}', 'decoding stdout: no kind "Pod" is registered for version "v1" in scheme '],
  [typed(''), "exec plugin didn't return a status field"],
  [
    typed(',"status":1'),
    'decoding stdout: json: cannot unmarshal number into Go struct field ExecCredential.status of type v1.ExecCredentialStatus',
  ],
  [
    typed(',"status":{"token":1}'),
    'decoding stdout: json: cannot unmarshal number into Go struct field ExecCredentialStatus.status.token of type string',
  ],
  [typed(',"status":{"expirationTimestamp":"x"}'), 'decoding stdout: parsing time "x" as "2006-01-02T15:04:05Z07:00"'],
])('refuses %j', async (text, why) => {
  await expect(read(text)).rejects.toThrow(why)
})
