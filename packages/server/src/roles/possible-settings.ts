// Checks of settings that depend on the listings or on the disk: an unknown contract name, a folder
// without a chart library.

import { ConfigError, type Config } from '../config/config.ts'
import { systemClock } from '../exchange/ports.ts'

/** Throws ConfigError for a setting that cannot work on this machine. */
export async function assertPossible(config: Config): Promise<void> {
  const { role, takerFees, chartLibrary } = config
  if (takerFees.size > 0) {
    const { unknownRates } = await import('../instruments/listings.ts')
    const unknown = unknownRates(takerFees, systemClock.nowMs())
    if (unknown.length > 0) {
      const expected = 'percents of contracts or settle coins that this exchange has'
      throw new ConfigError('BASIS_TAKER_FEES', expected, unknown.join(', '))
    }
  }
  const hasPages = role === 'all' || role === 'gateway'
  if (hasPages && chartLibrary !== '') {
    const { holdsLibrary, moduleName } = await import('../http/chart-library.ts')
    if (!holdsLibrary(chartLibrary)) {
      throw new ConfigError('BASIS_CHART_LIBRARY', `a folder with ${moduleName}`, chartLibrary)
    }
  }
}
