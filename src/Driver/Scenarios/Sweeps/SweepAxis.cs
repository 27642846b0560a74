using System.Collections.Immutable;

namespace Marketplace.Driver.Scenarios.Sweeps;

/// <summary>Something that is varied.</summary>
/// <param name="Name">The path of a member of the scenario, or any name if its values set several members.</param>
internal sealed record SweepAxis(string Name, ImmutableArray<SweepValue> Values);

/// <summary>A value of an axis.</summary>
/// <param name="Label">What tables call it; unique in its axis.</param>
/// <param name="Overrides">Texts "path=value", as `--set` takes them.</param>
internal sealed record SweepValue(string Label, ImmutableArray<string> Overrides);
