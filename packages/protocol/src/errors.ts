// The error catalogue: the terminal's reaction to each code, and the description of every server
// failure (spec 8; docs/errors.md). Problems are described in errors/problems.ts.

/**
 * The terminal's reactions to a code; web/client/error-reactions.ts is an exhaustive switch over
 * these.
 */
export const reactions = [
  'toast',
  'throttledToast',
  'silent',
  'signOut',
  'complianceWall',
  'insufficientBalance',
  'maxLeverage',
  'triggerBasis',
  'plainText',
  'codeAndMessage',
  'custom',
  'logOnly',
] as const
export type Reaction = (typeof reactions)[number]

export type CatalogueEntry = {
  readonly code: number
  readonly name: string
  readonly reaction: Reaction
}

/** A range of codes with the same reaction (copy trading, grid bots). */
export type CodeFamily = {
  readonly from: number
  readonly to: number
  readonly name: string
  readonly reaction: Reaction
}

const entry = (code: number, name: string, reaction: Reaction = 'toast'): CatalogueEntry => ({
  code,
  name,
  reaction,
})

type FailureDescription = {
  readonly code: number
  /** The HTTP status of the response; rejections by the exchange itself have 200 with a code. */
  readonly status: number
  /** A toast by default. */
  readonly reaction?: Reaction
}

/** Failures before the exchange is called, or of the exchange itself. */
export const failureTable = {
  requestInvalid: { code: 10001, status: 400 },
  originRefused: { code: 10005, status: 403 },
  rateLimited: { code: 10006, status: 429, reaction: 'throttledToast' },
  notSignedIn: { code: 10007, status: 401, reaction: 'signOut' },
  tokenMismatch: { code: 10009, status: 403, reaction: 'signOut' },
  complianceWall: { code: 10024, status: 200, reaction: 'complianceWall' },
  pathUnknown: { code: 10404, status: 404 },
  methodNotAllowed: { code: 10405, status: 405 },
  bodyTooLarge: { code: 10413, status: 413 },
  mediaTypeUnsupported: { code: 10415, status: 415 },
  serverFailed: { code: 10500, status: 500 },
  serverBusy: { code: 10503, status: 503 },
  historyUnavailable: { code: 10504, status: 503 },
  outcomeUnknown: { code: 10505, status: 503 },
  peopleUnavailable: { code: 10506, status: 503 },
  userNameTaken: { code: 10601, status: 200 },
  credentialsWrong: { code: 10602, status: 200 },
  signInTooOften: { code: 10603, status: 429 },
  demoFundsLimit: { code: 10604, status: 200 },
  inviteUnknown: { code: 10605, status: 200 },
} as const satisfies Readonly<Record<string, FailureDescription>>
export type FailureName = keyof typeof failureTable

/** A split order of which a part was not placed; the result is still returned (spec 8). */
export const splitOrderFailedCode = 39303

const special: readonly CatalogueEntry[] = [
  entry(33003, 'sessionExpired', 'signOut'),
  entry(9000000, 'unknownError'),
  entry(9000001, 'requestTimedOut'),
  entry(30099, 'silent30099', 'silent'),
  entry(30177, 'silent30177', 'silent'),
  entry(splitOrderFailedCode, 'splitOrderFailed', 'custom'),
  entry(30164, 'custom30164', 'custom'),
  entry(30175, 'custom30175', 'custom'),
  entry(30187, 'custom30187', 'custom'),
  entry(30185, 'custom30185', 'custom'),
  entry(10042, 'custom10042', 'custom'),
  entry(10043, 'custom10043', 'custom'),
  entry(10047, 'custom10047', 'custom'),
  entry(10048, 'custom10048', 'custom'),
  entry(30162, 'maxLeverage', 'maxLeverage'),
  entry(30031, 'insufficientBalanceSpecial', 'insufficientBalance'),
  entry(30027, 'triggerBasis30027', 'triggerBasis'),
  entry(30028, 'triggerBasis30028', 'triggerBasis'),
  entry(30029, 'triggerBasis30029', 'triggerBasis'),
  entry(30030, 'triggerBasis30030', 'triggerBasis'),
  entry(30074, 'triggerBasis30074', 'triggerBasis'),
  entry(30075, 'triggerBasis30075', 'triggerBasis'),
  entry(12107, 'plainText', 'plainText'),
]

/** The spot list's own codes (spec 8): only logged. */
export const spotListCodes = {
  retryFailed: 11511501,
  retryMaximum: 11511502,
  cachedListUsed: 11511503,
  builtInListUsed: 11511504,
  codeFailed: 11511505,
  allOrV3Failed: 11511506,
  mergeFailed: 11511507,
  cdnFailed: 11511508,
  v3Failed: 11511509,
  fallBackToV2: 11511510,
  v2Failed: 11511511,
} as const

/**
 * Risk rejections (docs/errors.md) with rules to be added later, and the common code of two
 * problems: a price outside the band on either side.
 */
const risk: readonly CatalogueEntry[] = [
  entry(110003, 'priceOutsideBand'),
  entry(110012, 'availableMarginInsufficient'),
  entry(110021, 'openInterestCap'),
  entry(110040, 'orderWouldLiquidate'),
  entry(110089, 'riskLimitOrLeverageExceeded'),
]

export const families: readonly CodeFamily[] = [
  { from: 39401, to: 39440, name: 'copyTrade', reaction: 'codeAndMessage' },
  { from: 12001, to: 12009, name: 'copyTrade', reaction: 'codeAndMessage' },
  { from: 12054, to: 12054, name: 'copyTrade', reaction: 'codeAndMessage' },
  { from: 90015, to: 90067, name: 'copyTrade', reaction: 'codeAndMessage' },
  { from: 400, to: 503, name: 'gridBot', reaction: 'codeAndMessage' },
]

/**
 * The codes that do not belong to a problem, ascending, without duplicates. Problems are in
 * errors/problems.ts: each is a toast with the words of its name.
 */
export const catalogue: readonly CatalogueEntry[] = makeCatalogue()

function makeCatalogue(): readonly CatalogueEntry[] {
  const byCode = new Map<number, CatalogueEntry>()
  const add = (made: CatalogueEntry): void => {
    if (!byCode.has(made.code)) byCode.set(made.code, made)
  }
  for (const made of [...special, ...risk]) add(made)
  for (const [name, { code, reaction }] of Object.entries<FailureDescription>(failureTable)) {
    add(entry(code, name, reaction))
  }
  for (const [name, code] of Object.entries(spotListCodes)) add(entry(code, name, 'logOnly'))
  return [...byCode.values()].toSorted((a, b) => a.code - b.code)
}

const entryOf = new Map(catalogue.map((made) => [made.code, made]))

/** Returns the entry of a code: its own, else its family's, else a plain toast. */
export function catalogueEntry(code: number): CatalogueEntry {
  const known = entryOf.get(code)
  if (known !== undefined) return known
  const family = families.find(({ from, to }) => code >= from && code <= to)
  if (family !== undefined) return entry(code, `${family.name}${code}`, family.reaction)
  return entry(code, 'unknownError')
}
