using Marketplace.Protocol.Conformance.Faults;
using Xunit;

namespace Marketplace.Protocol.Conformance;

/// <summary>Faults at one of the grains that a transaction writes.</summary>
public sealed class FaultsOfSeveralGrainsTests(ITestOutputHelper output) : FaultTests(output)
{
    [Theory]
    [MemberData(nameof(Faults))]
    public async Task A_transaction_of_several_grains_is_all_or_nothing_and_nothing_is_stuck(string protocol, Fault fault) =>
        await AtEachOccasion(protocol, fault, grains: GrainsMax);
}
