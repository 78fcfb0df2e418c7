import { isObject } from '../../api/json.ts'
import { checkObject } from '../notation/rule.ts'
import { valueAt } from '../path.ts'
import { trueConditions } from '../rules/true-conditions.ts'

/** Which conditions of a job fit each other, its mode and the conditions that it had. */
export const conditionsFit = checkObject((job, place, old) => {
  const [now, before] = [trueConditions(job), trueConditions(old ?? {})]
  const isMet = now.has('SuccessCriteriaMet')
  const wasMet = before.has('SuccessCriteriaMet')
  const refuse = (isWrong: boolean, why: string): void => {
    if (isWrong) place.invalidAsWhole(why, 'status', 'conditions')
  }
  refuse(isMet && valueAt(job, 'spec.completionMode') !== 'Indexed', 'cannot set SuccessCriteriaMet to NonIndexed Job')
  refuse(isMet && now.has('Failed'), 'cannot set SuccessCriteriaMet=True and Failed=true conditions')
  refuse(isMet && now.has('FailureTarget'), 'cannot set SuccessCriteriaMet=True and FailureTarget=true conditions')
  const hasPolicy = isObject(valueAt(job, 'spec.successPolicy'))
  refuse(isMet && !hasPolicy, 'cannot set SuccessCriteriaMet=True for Job without SuccessPolicy')
  const isUnexplained = hasPolicy && !isMet && now.has('Complete')
  refuse(isUnexplained, 'cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True')
  refuse(wasMet && !isMet, 'cannot disable the SuccessCriteriaMet=True condition')
  const isLate = before.has('Complete') && !wasMet && isMet
  refuse(isLate, 'cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions')
})
