import { describeLog } from './log-contract.ts'
import { memoryLog } from './memory-log.ts'

describeLog('memory', () => ({ log: memoryLog, isDurable: false }))
