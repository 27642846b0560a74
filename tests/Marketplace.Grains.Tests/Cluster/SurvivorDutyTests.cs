using System.Collections.Immutable;
using Marketplace.Grains.Cluster;
using Xunit;

namespace Marketplace.Grains.Tests.Cluster;

public sealed class SurvivorDutyTests
{
    private readonly Members _members = new() { Self = "a" };

    [Fact]
    public void Nobody_else_is_looked_after_by_a_silo_alone()
    {
        var duty = new SurvivorDuty(new NoSilos(), new NoMembers());
        duty.Begin();
        Assert.True(duty.IsFirst);
        Assert.Null(duty.Due());
    }

    [Fact]
    public void Who_is_not_first_leaves_it_to_the_first_one()
    {
        _members.Gone = ["old"];
        var duty = new SurvivorDuty(new NoSilos(), _members);
        duty.Begin();
        Assert.False(duty.IsFirst);
        _members.Gone = ["old", "b"];
        Assert.Null(duty.Due());
    }

    private sealed class Members : IMembers
    {
        public string? Self { get; init; }
        public ImmutableArray<string> Gone { get; set; } = [];
    }

    private sealed class NoSilos : ISilos
    {
        public bool IsMember => true;
        public ImmutableArray<ISilo> All => [];

        public QuiesceToken Begin() => throw new NotSupportedException();

        public void End(QuiesceToken token) => throw new NotSupportedException();
    }
}
