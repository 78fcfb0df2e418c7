import { describe, expect, it } from 'vitest'
import { keptQuantity } from '../../api/quantity.ts'
import { noteWritten } from '../../api/written-quantity.ts'
import { goAmount, goQuantity } from './go-quantity.ts'
import { goTime } from './go-time.ts'

const quantity = (value: number, scale: number, text: string, format = 'DecimalSI'): string =>
  `resource.Quantity{i:resource.int64Amount{value:${value}, scale:${scale}}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"${text}", Format:"${format}"}`

describe('values as Go prints them', () => {
  it('show the fields of a quantity', () => {
    expect(goQuantity('500m')).toBe(quantity(500, -3, '500m'))
    expect(goQuantity('-1')).toBe(quantity(-1, 0, '-1'))
    expect(goQuantity('0.5')).toBe(quantity(5, -1, ''))
    expect(goQuantity('0.0005')).toBe(quantity(1, -3, ''))
    expect(goQuantity('1Gi', '1Gi')).toBe(quantity(1073741824, 0, '1Gi', 'BinarySI'))
    expect(goQuantity('0')).toBe(quantity(0, 0, '0'))
    expect(goQuantity('', '0')).toBe(quantity(0, 0, '0', ''))
    expect(goQuantity('0.5Ki')).toContain('value:0, scale:0}, d:resource.infDecAmount{Dec:(*inf.Dec)(0xc000000000)}')
  })

  it('show a field as it was written', () => {
    const amounts = { cpu: '1500m' }
    expect(goAmount(amounts, 'cpu')).toBe(quantity(1500, -3, '1500m'))
    noteWritten(amounts, 'cpu', { text: '1.5', canonical: '1500m', isMilli: true })
    expect(goAmount(amounts, 'cpu')).toBe(quantity(15, -1, ''))
    const precise = { cpu: '1000500u' }
    noteWritten(precise, 'cpu', { text: '1.0005', canonical: '1000500u', isMilli: false })
    expect(goAmount(precise, 'cpu')).toBe(quantity(10005, -4, ''))
  })

  it.each([
    ['0', '0'],
    ['-3k', '-3k'],
    ['10Gi', '10Gi'],
    ['8Gi', ''],
    ['100e4', ''],
    ['5000', ''],
  ])('keep, for the quantity %s, the cached text %j', (text, cached) => expect(keptQuantity(text)).toBe(cached))

  it('show a time with its zone', () => {
    expect(goTime('2024-05-01T10:00:00Z')).toBe('2024-05-01 10:00:00 +0000 UTC')
    expect(goTime('2024-05-01T10:00:00.120000Z')).toBe('2024-05-01 10:00:00.12 +0000 UTC')
    expect(goTime(undefined)).toBe('0001-01-01 00:00:00 +0000 UTC')
  })
})
