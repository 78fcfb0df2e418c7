// The limits of the real server, in units of cost.

/** The most that one evaluation of one expression may cost. */
export const CALL_BUDGET = 1_000_000

/** The most that all rules of an object, or all validations of a policy, may cost together. */
export const OBJECT_BUDGET = 10_000_000

/** The most that all match conditions of a webhook or a policy may cost together. */
export const CONDITIONS_BUDGET = 2_500_000

/** The refusal when a rule uses up the budget that all rules share. */
export const OUT_OF_BUDGET =
  'validation failed due to running out of cost budget, no further validation rules will be run'
