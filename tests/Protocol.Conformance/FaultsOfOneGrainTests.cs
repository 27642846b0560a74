using Marketplace.Protocol.Conformance.Faults;
using Xunit;

namespace Marketplace.Protocol.Conformance;

/// <summary>Faults at the only grain that a transaction writes.</summary>
public sealed class FaultsOfOneGrainTests(ITestOutputHelper output) : FaultTests(output)
{
    [Theory]
    [MemberData(nameof(Faults))]
    public async Task A_transaction_of_one_grain_is_all_or_nothing_and_nothing_is_stuck(string protocol, Fault fault) =>
        await AtEachOccasion(protocol, fault, grains: 1);
}
