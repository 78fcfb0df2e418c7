import { CONFIG_MAPS, type Attack } from '../attack.ts'

const NAMES = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty']

/** Names that every JavaScript object inherits select nothing and are keys like any other. */
export const inheritedNames = {
  name: 'names that objects inherit',
  expected: 'selects 0, keeps, reads back',
  async run({ send }) {
    const data = `{${NAMES.map((name) => `"${name}":"v"`).join(',')}}`
    const body = `{"metadata":{"name":"inherited","labels":{"a":"b"}},"data":${data}}`
    await send('POST', CONFIG_MAPS, { headers: { 'content-type': 'application/json' }, body })
    let selected = 0
    for (const name of NAMES) {
      const { text } = await send('GET', `${CONFIG_MAPS}?labelSelector=${name}`)
      selected += (JSON.parse(text) as { items?: object[] }).items?.length ?? 0
      await send('DELETE', `${CONFIG_MAPS}?labelSelector=${name}`)
    }
    const { status, text } = await send('GET', `${CONFIG_MAPS}/inherited`)
    const keys = Object.keys((JSON.parse(text) as { data: object }).data)
    const all = NAMES.every((name) => keys.includes(name))
    return `selects ${selected}, ${status === 200 ? 'keeps' : 'deletes'}, ${all ? 'reads back' : 'loses keys'}`
  },
} satisfies Attack
