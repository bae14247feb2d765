// The coins that count as one dollar each (rules 3.6, 18).

const dollarCoins: ReadonlySet<string> = new Set(['USDT', 'USDC', 'USDE', 'USD'])

export const isDollarCoin = (coin: string): boolean => dollarCoins.has(coin)
