import type { Program } from '../../script/process.ts'

export default { name: 'false', usage: 'false', summary: 'fails', run: () => 1 } satisfies Program
