// Collects the funding rates of all perpetuals and prints what holding each would earn in a year,
// the best first. It needs no key: ORIGIN=http://127.0.0.1:8700 npx node examples/funding-collector.ts

import { openExchange } from './exchange.ts'

const shown = Number(process.env['SHOWN'] ?? 10)
const exchange = await openExchange()

const rates = await exchange.fetchFundingRates()
const rows = Object.values(rates).flatMap(({ symbol, fundingRate, interval, markPrice }) => {
  const hours = Number.parseInt(interval ?? '8h', 10)
  if (symbol === undefined || fundingRate === undefined || markPrice === undefined) return []
  return [{ symbol, fundingRate, yearly: fundingRate * (24 / hours) * 365, markPrice }]
})
rows.sort((a, b) => Math.abs(b.yearly) - Math.abs(a.yearly))

for (const { symbol, fundingRate, yearly, markPrice } of rows.slice(0, shown)) {
  const history = await exchange.fetchFundingRateHistory(symbol, undefined, 3)
  const past = history.map((each) => `${((each.fundingRate ?? 0) * 100).toFixed(4)}%`).join(' ')
  const payer = fundingRate > 0 ? 'longs pay' : 'shorts pay'
  console.log(
    `${symbol.padEnd(24)} ${String(markPrice).padStart(12)} ${payer} ` +
      `${(fundingRate * 100).toFixed(4)}% now, ${(yearly * 100).toFixed(2)}% a year; before: ${past}`,
  )
}
console.log(`${rows.length} perpetuals`)
await exchange.close()
