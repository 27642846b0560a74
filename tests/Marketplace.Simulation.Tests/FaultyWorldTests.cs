using Xunit;

namespace Marketplace.Simulation.Tests;

/// <summary>Worlds in which everything goes wrong that can.</summary>
public sealed class FaultyWorldTests
{
    /// <summary>Seeds of defects, when they were found. What a seed draws changes with the code, so each defect has a test of its own too.</summary>
    [Theory(Timeout = 120_000)]
    [InlineData("719", "two silos made the same version, and neither knew how its transaction had ended")]
    [InlineData("1187", "a checkout went back to older replicas, as its cart was activated again")]
    [InlineData("1370", "a shipment that heard of a payment twice told of it twice")]
    [InlineData("1405", "a checkout whose client had given up went on with the next session")]
    [InlineData("1510", "a silo did not start, and nobody started it again")]
    [InlineData("5573", "a silo was killed before all grains had heard of a stored transaction, and nobody had recorded it")]
    [InlineData("8578", "versions that were lost with a silo were taken for those of one that was not recorded")]
    [InlineData("15751", "an aborted attempt of which not all grains had heard counted as one that may have committed")]
    [InlineData("31407", "a cart was to know of an update that came during a checkout that was rolled back")]
    [InlineData("61820", "an update that was committed was told to have failed, as its seller's log could not be loaded")]
    [InlineData("109915", "an add whose client had given up came after the seal, and more was asked for than was free")]
    [InlineData("1250", "two steps that a killed silo left were taken back, the first one first, and the weeks went on counting")]
    [InlineData("126550", "a log told of an update that was compensated, as its compensation could not be stored at first")]
    [InlineData("139685", "an update that came late, in the next session, was shown after a checkout had read a later one")]
    [InlineData("142040", "a version that was lost with a silo, and made again by one that was killed too, counted as what others had seen")]
    [InlineData("161014", "the same, with a cycle over it")]
    [InlineData("183053", "the same, after a silo that was replaced")]
    [InlineData("9947", "a table of the journal was emptied late, when its connection was lost, with entries that were not applied")]
    [InlineData("1659", "an aborted attempt gave the money back that the next one had paid with")]
    [InlineData("121990", "a silo that was replaced sealed a cart that was never used, as that stores nothing which could be refused")]
    [InlineData("170", "what a killed silo did for a saga that had no end, and the next one took back, was not recorded", "saga")]
    [InlineData("104", "events of stock of a saga that a killed silo left were not shown when the next one had taken them back", "saga")]
    public async Task What_was_found_once_is_found_no_more(string seed, string defect, string? protocol = null)
    {
        var (code, output) = await SimulationProgram.Run([
            "--seed", seed, "--faults", "all", .. protocol is null ? Array.Empty<string>() : ["--protocol", protocol],
        ]);
        Assert.True(code == 0, $"{defect}: {output}");
    }

    /// <summary>The same, of clusters.</summary>
    [Theory(Timeout = 120_000)]
    [InlineData("61", "ordered-locking", "a grain left while another silo was to store what it had given, and began on a third with what was before")]
    [InlineData("94", "deterministic", "a grain left with a charge that it had to give back, and the silo where it began next did not know")]
    [InlineData("95", "optimistic", "a version that a killed silo could not record was taken for a hole, as another one had lived longer")]
    [InlineData("214", "optimistic", "of two transactions of a killed silo the wrong one was taken for the maker of a version")]
    [InlineData("907", "deterministic", "a place whose silo was killed never ended, as the sequencer was told to leave and had no timer any more")]
    [InlineData("994", "saga", "one step of a saga was lost with its silo, and another one, which had been seen, was taken for lost too")]
    [InlineData("138", "saga", "a grain left before its transaction was decided, with a charge that only its silo could give back")]
    [InlineData("508", "saga", "a grain left with a charge that could not be given back yet, and began on another silo, which did not know")]
    [InlineData("286", "saga", "a seal came after a checkout of a killed silo, and the compensation of that opened the session again")]
    public async Task What_was_found_once_in_a_cluster_is_found_no_more(string seed, string protocol, string defect)
    {
        var (code, output) = await SimulationProgram.Run("--seed", seed, "--silos", "3", "--faults", "all", "--protocol", protocol);
        Assert.True(code == 0, $"{defect}: {output}");
    }
}
