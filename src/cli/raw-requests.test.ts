import { expect, test } from 'vitest'
import { run } from './command-line.fixture.ts'

const path = async (line: string) => {
  const { requests, stderr } = await run(line, {}, 'k8s', { a: '{}' })
  return requests[0]?.url ?? stderr
}

test.each(['get --raw', 'delete --raw', 'create -f a --raw', 'replace -f a --raw'])(
  '%s sends a URL to the server of the connection',
  async (line) => {
    expect(await path(`${line} http://other:9/api?x=y#z`)).toBe('http://localhost:8080/api?x=y')
    expect(await path(`${line} //other/api`)).toBe('http://localhost:8080/api')
    expect(await path(`${line} http://other`)).toBe('http://localhost:8080/')
    expect(await path(`${line} mailto:x?y=z`)).toBe('http://localhost:8080/?y=z')
    expect(await path(`${line} api`)).toBe(
      'error: --raw must be a valid URL path: parse "api": invalid URI for request\n',
    )
    expect(await path(`${line} /api/%zz?x=y`)).toBe(
      'error: --raw must be a valid URL path: parse "/api/%zz?x=y": invalid URL escape "%zz"\n',
    )
    expect(await path(`${line} //h:x/api`)).toBe('Unable to connect to the server: invalid port ":x" after host\n')
    expect(await path(`${line} *`)).toBe('http://localhost:8080/*')
  },
)
