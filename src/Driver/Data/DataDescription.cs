using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Data;

/// <summary>dataset.json: what a data set was made from.</summary>
/// <param name="Seed">Seed.</param>
/// <param name="Data">Settings.</param>
internal sealed record DataDescription(long Seed, DataSettings Data);
