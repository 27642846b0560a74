using Marketplace.Conformance.Fixtures;

namespace Marketplace.Conformance.OnLocal
{
    public sealed class BoundsTests() : Conformance.BoundsTests(EngineUnderTest.Local);

    public sealed class CallTests() : Conformance.CallTests(EngineUnderTest.Local);

    public sealed class CancellationTests() : Conformance.CancellationTests(EngineUnderTest.Local);

    public sealed class CollectionTests() : Conformance.CollectionTests(EngineUnderTest.Local);

    public sealed class ContextTests() : Conformance.ContextTests(EngineUnderTest.Local);

    public sealed class FilterTests() : Conformance.FilterTests(EngineUnderTest.Local);

    public sealed class IdentityTests() : Conformance.IdentityTests(EngineUnderTest.Local);

    public sealed class InterleavingTests() : Conformance.InterleavingTests(EngineUnderTest.Local);

    public sealed class LifecycleTests() : Conformance.LifecycleTests(EngineUnderTest.Local);

    public sealed class StopTests() : Conformance.StopTests(EngineUnderTest.Local);

    public sealed class StreamTests() : Conformance.StreamTests(EngineUnderTest.Local);

    public sealed class TimeoutTests() : Conformance.TimeoutTests(EngineUnderTest.Local);

    public sealed class TimerTests() : Conformance.TimerTests(EngineUnderTest.Local);

    public sealed class TurnTests() : Conformance.TurnTests(EngineUnderTest.Local);
}

namespace Marketplace.Conformance.OnInlineCalls
{
    public sealed class BoundsTests() : Conformance.BoundsTests(EngineUnderTest.InlineCalls);

    public sealed class CallTests() : Conformance.CallTests(EngineUnderTest.InlineCalls);

    public sealed class CancellationTests() : Conformance.CancellationTests(EngineUnderTest.InlineCalls);

    public sealed class CollectionTests() : Conformance.CollectionTests(EngineUnderTest.InlineCalls);

    public sealed class ContextTests() : Conformance.ContextTests(EngineUnderTest.InlineCalls);

    public sealed class FilterTests() : Conformance.FilterTests(EngineUnderTest.InlineCalls);

    public sealed class IdentityTests() : Conformance.IdentityTests(EngineUnderTest.InlineCalls);

    public sealed class InterleavingTests() : Conformance.InterleavingTests(EngineUnderTest.InlineCalls);

    public sealed class LifecycleTests() : Conformance.LifecycleTests(EngineUnderTest.InlineCalls);

    public sealed class StopTests() : Conformance.StopTests(EngineUnderTest.InlineCalls);

    public sealed class StreamTests() : Conformance.StreamTests(EngineUnderTest.InlineCalls);

    public sealed class TimeoutTests() : Conformance.TimeoutTests(EngineUnderTest.InlineCalls);

    public sealed class TimerTests() : Conformance.TimerTests(EngineUnderTest.InlineCalls);

    public sealed class TurnTests() : Conformance.TurnTests(EngineUnderTest.InlineCalls);
}

namespace Marketplace.Conformance.OnMessages
{
    public sealed class BoundsTests() : Conformance.BoundsTests(EngineUnderTest.Messages);

    public sealed class CallTests() : Conformance.CallTests(EngineUnderTest.Messages);

    public sealed class CancellationTests() : Conformance.CancellationTests(EngineUnderTest.Messages);

    public sealed class CollectionTests() : Conformance.CollectionTests(EngineUnderTest.Messages);

    public sealed class ContextTests() : Conformance.ContextTests(EngineUnderTest.Messages);

    public sealed class FilterTests() : Conformance.FilterTests(EngineUnderTest.Messages);

    public sealed class IdentityTests() : Conformance.IdentityTests(EngineUnderTest.Messages);

    public sealed class InterleavingTests() : Conformance.InterleavingTests(EngineUnderTest.Messages);

    public sealed class LifecycleTests() : Conformance.LifecycleTests(EngineUnderTest.Messages);

    public sealed class StopTests() : Conformance.StopTests(EngineUnderTest.Messages);

    public sealed class StreamTests() : Conformance.StreamTests(EngineUnderTest.Messages);

    public sealed class TimeoutTests() : Conformance.TimeoutTests(EngineUnderTest.Messages);

    public sealed class TimerTests() : Conformance.TimerTests(EngineUnderTest.Messages);

    public sealed class TurnTests() : Conformance.TurnTests(EngineUnderTest.Messages);
}
