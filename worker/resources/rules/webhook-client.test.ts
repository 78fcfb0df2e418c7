import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { errorsOf } from './rules-fixture.ts'
import { webhookClient } from './webhook-client.ts'

const errors = (clientConfig: JsonObject): string[] => errorsOf(webhookClient, { clientConfig })
const url = (text: string): string[] => errors({ url: text }).map((error) => error.replace('x.clientConfig.url: ', ''))

describe("rules of a webhook's client", () => {
  it('require a URL or a service', () => {
    const fault = 'x.clientConfig: Required value: exactly one of url or service is required'
    expect(errors({})).toEqual([fault])
    expect(errors({ url: 'https://a', service: {} })).toEqual([fault])
  })

  it('require https and a host, and allow no query, fragment or user', () => {
    expect(url('https://host.example.com:8443/path')).toEqual([])
    expect(url('http://host')).toEqual([
      'Invalid value: "http": \'https\' is the only allowed URL scheme; desired format: https://host[/path]',
    ])
    expect(url('https://user@host/?q#f')).toEqual([
      'Invalid value: "user": user information is not permitted in the URL',
      'Invalid value: "f": fragments are not permitted in the URL',
      'Invalid value: "q": query parameters are not permitted in the URL',
    ])
    expect(url('https:///path')).toEqual([
      'Invalid value: "": host must be specified; desired format: https://host[/path]',
    ])
    expect(url('https://host/%zz')).toEqual([
      'Required value: url must be a valid URL: parse "https://host/%zz": invalid URL escape "%zz"; desired format: https://host[/path]',
    ])
  })

  it('parse a URL as Go does', () => {
    const faultOf = (text: string): string | undefined =>
      /: (?:parse ".*?": )(.*); desired/.exec(url(text)[0] ?? '')?.[1]
    expect(faultOf('::')).toBe('missing protocol scheme')
    expect(faultOf('1https://host')).toBe('first path segment in URL cannot contain colon')
    expect(faultOf('https://a b/')).toBe('invalid character " " in host name')
    expect(faultOf('https://host:port/')).toBe('invalid port ":port" after host')
    expect(faultOf('https://[::1/')).toBe("missing ']' in host")
    expect(faultOf('https://host%20/')).toBe('invalid URL escape "%20"')
    expect(faultOf('https://host\u007f/')).toBe('net/url: invalid control character in URL')
    expect(url('https://[::1]:8443/path')).toEqual([])
  })

  it('validate the fields of a service', () => {
    const service = { name: 'n', namespace: 'm', port: 443 }
    expect(errors({ service: { ...service, path: '/a/b/' } })).toEqual([])
    expect(errors({ service: { ...service, path: 'a/b' } })).toEqual([
      'x.clientConfig.service.path: Invalid value: "a/b": must start with a \'/\'',
      'x.clientConfig.service.path: Invalid value: "a/b": segment[0] may not be empty',
    ])
    expect(errors({ service: { port: 70000 } })).toEqual([
      'x.clientConfig.service.name: Required value: service name is required',
      'x.clientConfig.service.namespace: Required value: service namespace is required',
      'x.clientConfig.service.port: Invalid value: 70000: port is not valid: must be between 1 and 65535, inclusive',
    ])
  })
})
