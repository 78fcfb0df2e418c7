import { expect, test } from 'vitest'
import { run } from '../command-line.fixture.ts'

const path = 'POST /api/v1/namespaces/default/serviceaccounts/a/token'

test.each([
  ['--duration=1ns', '--duration cannot be expressed in units less than seconds'],
  ['--duration=1h0.5s --audience=', '--duration cannot be expressed in units less than seconds'],
  ['--duration=-1ns', '--duration must be greater than or equal to 0'],
  ['--audience=x --audience= --bound-object-name=y', '--audience must not be an empty string'],
])('refuses a token with %s', async (flags, message) => {
  const { stderr, code } = await run(`create token a ${flags}`, {})
  expect({ stderr, code }).toEqual({ stderr: `error: ${message}\n`, code: 1 })
})

test('refuses an empty name', async () => {
  expect((await run(['create', 'token', ''], {})).stderr).toBe('error: service account name is required\n')
})

test("prints a large number of the answer in Go's notation for floats", async () => {
  const answer = { [path]: () => Response.json({ kind: 'TokenRequest', spec: { expirationSeconds: 360_000_000 } }) }
  const { stdout } = await run('create token a --duration=100000h -o jsonpath={.spec.expirationSeconds}', answer, 'k8s')
  expect(stdout).toBe('3.6e+08')
})

test.each(['create token a', 'create configmap a', 'auth whoami', 'auth can-i get pods', 'version'])(
  'the request of %s accepts other types than JSON, as the requests for Go structs do',
  async (line) => {
    const { requests } = await run(line)
    const accepted = requests.map(({ headers }) => new Headers(headers as Record<string, string>).get('accept'))
    expect(accepted).toContain('application/json, */*')
  },
)
