import { describe, expect, it } from 'vitest'
import { formatAddress, includes, isMasked, parseAddress, parseNetwork, readNetwork } from './ip-parsing.ts'

const network = (text: string) => parseNetwork(text)

describe('parseAddress', () => {
  it('fails with the messages of the real server', () => {
    const faults = {
      x: 'ParseAddr("x"): unable to parse IP',
      '192.0.2.01': 'ParseAddr("192.0.2.01"): IPv4 field has octet with leading zero',
      '192.0.2.256': 'ParseAddr("192.0.2.256"): IPv4 field has value >255',
      '192.0.2.0/24': 'ParseAddr("192.0.2.0/24"): unexpected character (at "/24")',
      '1.2.3': 'ParseAddr("1.2.3"): IPv4 address too short',
      '1:2': 'ParseAddr("1:2"): address string too short',
      '1::2::3': 'ParseAddr("1::2::3"): multiple :: in address (at ":3")',
      'fe80::1%': 'ParseAddr("fe80::1%"): zone must be a non-empty string',
    }
    for (const [text, message] of Object.entries(faults)) expect(() => parseAddress(text)).toThrow(message)
  })

  it('reads both families', () => {
    expect(parseAddress('1.2.3.4')).toEqual({ bits: 32, value: 0x01020304n, zone: '' })
    expect(parseAddress('::1')).toEqual({ bits: 128, value: 1n, zone: '' })
    expect(parseAddress('::ffff:1.2.3.4').value).toBe(0xffff01020304n)
    expect(parseAddress('1:2:3:4:5:6:7:8').value & 0xffffn).toBe(8n)
  })
})

describe('formatAddress', () => {
  it('writes the canonical text', () => {
    const forms = {
      '2001:DB8:0::1': '2001:db8::1',
      '::': '::',
      '1::': '1::',
      '::ffff:1.2.3.4': '::ffff:1.2.3.4',
      '1:0:0:2:0:0:0:3': '1:0:0:2::3',
      '1:0:2:3:4:5:6:7': '1:0:2:3:4:5:6:7',
      '10:0:0:20:0:0:30:40': '10::20:0:0:30:40',
      '10.0.0.1': '10.0.0.1',
    }
    for (const [text, form] of Object.entries(forms)) expect(formatAddress(parseAddress(text))).toBe(form)
  })
})

describe('networks', () => {
  it('are refused with the messages of the real server', () => {
    expect(() => network('x')).toThrow(`netip.ParsePrefix("x"): no '/'`)
    expect(() => network('10.0.0.0/33')).toThrow('netip.ParsePrefix("10.0.0.0/33"): prefix length out of range')
    expect(() => network('010.0.0.0/8')).toThrow('ParseAddr("010.0.0.0"): IPv4 field has octet with leading zero')
  })

  it('are read leniently with leading zeros', () => {
    expect(readNetwork('010.00.0.0/8')).toEqual(network('10.0.0.0/8'))
    expect(readNetwork('10.0.0.0')).toBeUndefined()
  })

  it('include one another', () => {
    expect(includes(network('10.0.0.0/8'), network('10.1.0.0/16'))).toBe(true)
    expect(includes(network('10.0.0.0/8'), network('11.0.0.0/16'))).toBe(false)
    expect(includes(network('10.0.0.0/8'), network('10.0.0.0/7'))).toBe(false)
    expect(includes(network('0.0.0.0/0'), network('::/0'))).toBe(false)
    expect(isMasked(network('10.0.0.0/8'))).toBe(true)
    expect(isMasked(network('10.0.0.1/8'))).toBe(false)
  })
})
