import { schedulingCommand } from '../node-scheduling.ts'

export const cordon = schedulingCommand('cordon', true)
export const uncordon = schedulingCommand('uncordon', false)
